-- Marks a message that is about to be deleted as completed for one group, so that lag stays exact and the group
-- does not wait for it. A live lease goes on with its other messages, and ends when there is none. An expired
-- lease is left to the session that notices it (_expire_lease). A row without a lease whose next message was this
-- one is settled again: if it rested, it rested because of this message.
--
-- The caller holds the partition and the row.
create function queen._pass_deleted(p_row queen.partition_consumers, p_offset bigint, p_head bigint) returns void
language plpgsql as $$
declare
    v_row partition_consumers := p_row;
    v_first bigint := _next_open(p_row.partition_id, p_row.committed, p_head, p_row.completed);
    v_settle boolean;
begin
    delete from attempts a
     where a.partition_id = p_row.partition_id and a.group_id = p_row.group_id and a."offset" = p_offset;
    if p_offset >= p_row.committed and not coalesce(p_row.completed @> p_offset, false) then
        v_row.completed := coalesce(p_row.completed, '{}') + int8multirange(int8range(p_offset, p_offset + 1));
        v_row.committed := _next_open(
            p_row.partition_id, p_row.committed, coalesce(p_row.batch_end, p_head), v_row.completed);
        v_settle := case when p_row.lease_id is null then p_offset = v_first
                         else v_row.committed >= p_row.batch_end and p_row.lease_expires_at > queen.now() end;
        if v_settle then
            perform _settle(v_row, null);
            return;
        end if;
        update partition_consumers c
           set committed = v_row.committed,
               completed = nullif(v_row.completed * int8multirange(int8range(v_row.committed, null)), '{}')
         where c.partition_id = p_row.partition_id and c.group_id = p_row.group_id;
    end if;
    if p_row.failing then
        perform _forget_attempts(p_row.partition_id, p_row.group_id, v_row.committed);
    end if;
end $$;
