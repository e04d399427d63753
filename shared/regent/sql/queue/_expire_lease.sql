-- Ends a lease that ran out, and judges its batch (_judge_batch.sql). The caller holds the row's lock and has seen,
-- under that lock, that the lease has expired.
create function queen._expire_lease(
    p_queue queen.queues, p_row queen.partition_consumers, out expired queen.partition_consumers, out dead integer)
language plpgsql as $$
declare
    v_judged record := _judge_batch(p_queue, p_row, 'Partition lease expired');
    v_row partition_consumers := v_judged.judged;
begin
    dead := v_judged.dead;
    update partition_consumers c
       set committed = v_row.committed, failing = v_row.failing, batch_limit = v_row.batch_limit,
           lapsed = c.lapsed + 1, dead = v_row.dead,
           oldest_at = _oldest_at(c.partition_id, v_row.committed, c.oldest_at),
           redelivered = _redelivered(c.redelivered, c.batch_end, v_row.committed),
           lease_id = null, batch_end = null, handed = null, released_at = p_row.lease_expires_at,
           last_lease_id = p_row.lease_id, last_committed = p_row.committed, last_completed = p_row.completed
     where c.partition_id = p_row.partition_id and c.group_id = p_row.group_id
    returning c.* into v_row;
    expired := v_row;
end $$;
