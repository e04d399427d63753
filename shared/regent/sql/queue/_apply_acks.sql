-- Moves the cursor to the end of the contiguous completed prefix. The lease ends when every message that it covers
-- is completed, or when one was given back (p_release). Returns whether the lease ended. The caller has counted
-- the acks in p_row already.
create function queen._apply_acks(
    p_row queen.partition_consumers, p_done int8multirange, p_release boolean, p_rest timestamptz,
    p_now timestamptz)
returns boolean
language plpgsql as $$
declare
    v_row partition_consumers := p_row;
    v_cursor bigint := _next_open(p_row.partition_id, p_row.committed, p_row.batch_end, p_done);
begin
    if v_cursor > p_row.committed or p_done <> coalesce(p_row.completed, '{}') then
        v_row.last_consumed_at := p_now;
    end if;
    v_row.committed := v_cursor;
    v_row.completed := p_done;
    if v_cursor >= p_row.batch_end then
        v_row.batch_limit := _grown_batch_limit(p_row.batch_limit);
    elsif not p_release then
        update partition_consumers c
           set committed = v_cursor, last_consumed_at = v_row.last_consumed_at, failing = v_row.failing,
               acked = v_row.acked, failed = v_row.failed, dead = v_row.dead,
               completed = nullif(p_done * int8multirange(int8range(v_cursor, null)), '{}')
         where c.partition_id = p_row.partition_id and c.group_id = p_row.group_id;
        return false;
    end if;
    perform _settle(v_row, p_rest);
    return true;
end $$;
