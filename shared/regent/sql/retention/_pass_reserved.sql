-- Counts messages that were just stored at [p_from, p_upto) as completed for one group, which does not get them. If the
-- group had nothing else to do here, its cursor passes them, and the row is as idle as it was before the push.
--
-- The caller holds the partition and the row.
create function queen._pass_reserved(p_row queen.partition_consumers, p_from bigint, p_upto bigint) returns void
language plpgsql as $$
begin
    p_row.completed := coalesce(p_row.completed, '{}') + int8multirange(int8range(p_from, p_upto));
    if p_row.lease_id is null and _next_open(p_row.partition_id, p_row.committed, p_from, p_row.completed) = p_from then
        perform _settle(p_row, null);
    else
        update partition_consumers c set completed = p_row.completed
         where c.partition_id = p_row.partition_id and c.group_id = p_row.group_id;
    end if;
end $$;
