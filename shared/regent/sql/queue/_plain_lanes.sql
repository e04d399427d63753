-- _plain_lane for several pops: finds and holds as many of the group's oldest ready partitions, if all of them are
-- plain. The caller returns the messages [first, upto) of each and writes the leases. The conditions are those of
-- _plain_lane.sql; one statement for all costs little more than it costs for one.
--
-- empty: there is nothing to hand out now. Else, without partition_ids, the pops go one by one (pop.sql), which finds
-- the held rows again. Fewer partitions than p_count: no more are there.
create function queen._plain_lanes(
    p_queue text, p_group text, p_batch integer, p_count integer, p_max_bytes bigint, p_lease_seconds integer,
    p_now timestamptz,
    out empty boolean, out group_id bigint, out partition_ids bigint[], out partitions text[], out namespace text,
    out task text, out firsts bigint[], out uptos bigint[], out lease_seconds integer)
language plpgsql as $$
#variable_conflict use_column
declare
    v_due boolean;              -- a rest is over
    v_plain boolean;
    v_bytes bigint;             -- of all answers, at most
begin
    select q.namespace, q.task, coalesce(p_lease_seconds, q.lease_time), g.id,
           exists (select from partition_consumers r where r.group_id = g.id and r.rest_until <= p_now),
           held.*
      into namespace, task, lease_seconds, group_id, v_due, partition_ids, partitions, firsts, uptos, v_plain, v_bytes
      from queues q
      join consumer_groups g on g.queue_id = q.id and g.name = p_group
     cross join lateral (
          select array_agg(l.id), array_agg(l.name), array_agg(l.first), array_agg(l.upto), bool_and(l.plain),
                 sum(greatest(l.upto - l.first, 0)   -- a row may have moved beyond the head that is seen here
                     * (720 + 6 * octet_length(p_queue || p_group || q.namespace || q.task || l.name) + l.largest))
            from (select p.id, p.name, p.largest, greatest(c.committed, p.tail) as first,
                         least(greatest(c.committed, p.tail) + least(p_batch, c.batch_limit), p.head) as upto,
                         c.plain and (p.delayed_until is null or p.delayed_until <= p_now) as plain
                    from (select c.partition_id, c.committed, c.batch_limit, c.oldest_at,
                                 c.lease_id is null and c.completed is null and c.redelivered is null
                                     and not c.failing and c.skip_before is null as plain
                            from partition_consumers c
                           where c.group_id = g.id and c.ready and not c.assigned
                             and (c.lease_id is null or c.lease_expires_at <= p_now)
                           order by c.oldest_at, c.partition_id limit p_count for no key update skip locked) c
                    join partitions p on p.id = c.partition_id
                   order by c.oldest_at, c.partition_id) l) held
     where q.name = p_queue and q.window_buffer = 0 and q.ttl = 0 and q.max_wait_time_seconds = 0
       and q.delayed_processing = 0 and not q.pop_maintenance and not (select m.pop from maintenance m)
       and g.whole_queue and not g.has_members and g.paused_at is null;
    empty := not v_due and partition_ids is null;
    if (v_due or not v_plain or v_bytes > p_max_bytes) is not false then
        partition_ids := null;
    end if;
end $$;
