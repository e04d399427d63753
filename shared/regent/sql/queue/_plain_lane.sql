-- Finds and holds what most pops take: the group's oldest ready partition, if it is plain. The caller returns the
-- messages [first, upto) and writes the lease.
--
-- One statement finds queue, group and partition and holds the row (SKIP LOCKED, judged under the lock). What the
-- partition says of its messages (`largest`, `delayed_until`) makes a look at each of them needless. It is read in the
-- snapshot in which the row was found, as the head is, so it covers every message before that head.
--
-- empty: there is nothing to hand out now. Else, without a first offset, the pop goes the long way (_pop_any.sql),
-- which finds the held row again.
create function queen._plain_lane(
    p_queue text, p_group text, p_batch integer, p_max_bytes bigint, p_lease_seconds integer, p_now timestamptz,
    out empty boolean, out group_id bigint, out partition_id bigint, out partition text, out namespace text,
    out task text, out first bigint, out upto bigint, out lease_seconds integer)
language plpgsql as $$
#variable_conflict use_column
declare
    v_due boolean;              -- a rest is over
    v_plain boolean;
    v_envelope integer;         -- bytes of the answer around each payload (_pop_any.sql)
    v_largest bigint;
begin
    select q.namespace, q.task, coalesce(p_lease_seconds, q.lease_time), g.id,
           exists (select from partition_consumers r where r.group_id = g.id and r.rest_until <= p_now),
           p.id, p.name, c.plain and (p.delayed_until is null or p.delayed_until <= p_now),
           720 + 6 * octet_length(p_queue || p_group || q.namespace || q.task || p.name), p.largest,
           greatest(c.committed, p.tail),
           least(greatest(c.committed, p.tail) + least(p_batch, c.batch_limit), p.head)
      into namespace, task, lease_seconds, group_id, v_due, partition_id, partition, v_plain, v_envelope, v_largest,
           first, upto
      from queues q
      join consumer_groups g on g.queue_id = q.id and g.name = p_group
      left join lateral (
          select c.partition_id, c.committed, c.batch_limit,
                 c.lease_id is null and c.completed is null and c.redelivered is null and not c.failing
                     and c.skip_before is null as plain
            from partition_consumers c
           where c.group_id = g.id and c.ready and not c.assigned
             and (c.lease_id is null or c.lease_expires_at <= p_now)
           order by c.oldest_at, c.partition_id limit 1 for no key update skip locked) c on true
      left join partitions p on p.id = c.partition_id
     where q.name = p_queue and q.window_buffer = 0 and q.ttl = 0 and q.max_wait_time_seconds = 0
       and q.delayed_processing = 0 and not q.pop_maintenance and not (select m.pop from maintenance m)
       and g.whole_queue and not g.has_members and g.paused_at is null;
    empty := not v_due and partition_id is null;
    if (v_due or not v_plain or (upto - first) * (v_envelope + v_largest) > p_max_bytes) is not false then
        first := null;
    end if;
end $$;
