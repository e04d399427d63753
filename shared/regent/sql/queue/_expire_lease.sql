-- Ends a lease that ran out. That counts as a failed attempt of the message at the cursor, and the next lease
-- hands out half as many messages, down to one. So the message that kills its consumers is found: only a message
-- that was alone in its lease is given up, never an innocent neighbour, be it of this partition or of another.
-- The caller holds the row's lock and has seen, under that lock, that the lease has expired.
create function queen._expire_lease(
    p_queue queen.queues, p_row queen.partition_consumers, out expired queen.partition_consumers, out dead integer)
language plpgsql as $$
declare
    v_row partition_consumers := p_row;
    v_offset bigint := _next_open(p_row.partition_id, p_row.committed, p_row.batch_end, p_row.completed);
    v_attempts integer;
begin
    dead := 0;
    v_row.committed := v_offset;
    v_row.lapsed := v_row.lapsed + 1;
    if v_offset < p_row.batch_end then
        v_attempts := _count_attempt(p_row.partition_id, p_row.group_id, v_offset, 'Partition lease expired');
        v_row.failing := true;
        if v_attempts <= p_queue.retry_limit then
            v_row.batch_limit := greatest(1, p_row.handed / 2);
        elsif p_row.handed > 1 or p_row.lease_shared then
            v_row.batch_limit := 1;
        else
            perform _dead_letter(p_row.partition_id, p_row.group_id, array[v_offset], 'retries', null);
            v_row.committed := v_offset + 1;
            v_row.dead := v_row.dead + 1;
            dead := 1;
        end if;
    end if;
    update partition_consumers c
       set committed = v_row.committed, failing = v_row.failing, batch_limit = v_row.batch_limit,
           lapsed = v_row.lapsed, dead = v_row.dead,
           oldest_at = _oldest_at(c.partition_id, v_row.committed, c.oldest_at),
           redelivered = _redelivered(c.redelivered, c.batch_end, v_row.committed),
           lease_id = null, batch_end = null, handed = null, released_at = p_row.lease_expires_at,
           last_lease_id = p_row.lease_id, last_committed = p_row.committed, last_completed = p_row.completed
     where c.partition_id = p_row.partition_id and c.group_id = p_row.group_id
    returning c.* into v_row;
    expired := v_row;
end $$;
