-- Writes a row whose lease has ended (or that never had one), and decides when the next pop is to look at it. That
-- is at once (ready), at p_rest (resting) or after the next push (idle).
--
-- A row goes idle only while the partition is held. A producer in flight holds the partition too, and will wake
-- only rows that it sees idle. If a producer holds the partition, the row stays ready: the next pop may look once
-- for nothing, but no wake-up is lost. So an ack does not wait for a producer, except in the rare moment in which
-- one producer takes the partition over from another.
create function queen._settle(p_row queen.partition_consumers, p_rest timestamptz) returns void
language plpgsql as $$
declare
    v_first bigint;
    v_oldest timestamptz;
    v_head bigint;
    v_pending boolean := true;
    v_now timestamptz := queen.now();
begin
    select m."offset", m.created_at into v_first, v_oldest from messages m
     where m.partition_id = p_row.partition_id and m."offset" >= p_row.committed
       and (p_row.completed is null or not p_row.completed @> m."offset")
     order by m."offset" limit 1;
    if found then
        p_row.committed := v_first;
    else
        v_oldest := p_row.oldest_at;
        select p.head into v_head from partitions p where p.id = p_row.partition_id for share skip locked;
        if found and v_head > p_row.committed and not exists (
               select from messages m where m.partition_id = p_row.partition_id and m."offset" >= p_row.committed
                  and (p_row.completed is null or not p_row.completed @> m."offset"))
        then
            p_row.committed := v_head;      -- the messages that were left had been completed or deleted
        end if;
        v_pending := v_head is null or v_head > p_row.committed;
    end if;
    p_row.completed := nullif(p_row.completed * int8multirange(int8range(p_row.committed, null)), '{}');
    update partition_consumers c
       set committed = p_row.committed,
           completed = p_row.completed,
           ready = v_pending and p_rest is null,
           -- A lease that ends where it began gave its message back uncounted. The row goes behind those that wait
           -- now, or it could come first for ever. (A failure is counted, and the row rests.) oldest_at =
           -- released_at marks such a row for views/group_backlogs.sql, which shows the message's true age.
           oldest_at = case when p_row.lease_id is not null and c.committed = p_row.committed
                             and p_rest is null
                            then greatest(v_oldest, v_now) else v_oldest end,
           rest_until = case when v_pending then p_rest end,
           lease_id = null, batch_end = null, handed = null,
           last_lease_id = coalesce(p_row.lease_id, p_row.last_lease_id),
           last_committed = case when p_row.lease_id is null then p_row.last_committed else p_row.committed end,
           last_completed = case when p_row.lease_id is null then p_row.last_completed else p_row.completed end,
           released_at = case when p_row.lease_id is null then p_row.released_at else v_now end,
           redelivered = case when c.redelivered is not null or c.batch_end > p_row.committed
                              then _redelivered(c.redelivered, c.batch_end, p_row.committed) end,
           batch_limit = p_row.batch_limit,
           failing = p_row.failing,
           last_consumed_at = p_row.last_consumed_at,
           popped = p_row.popped, acked = p_row.acked, failed = p_row.failed,
           lapsed = p_row.lapsed, expired = p_row.expired, dead = p_row.dead
     where c.partition_id = p_row.partition_id and c.group_id = p_row.group_id;
    if p_row.failing then
        perform _forget_attempts(p_row.partition_id, p_row.group_id, p_row.committed);
    end if;
end $$;
