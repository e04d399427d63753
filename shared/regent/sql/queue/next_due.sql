-- In how many seconds something of a queue may become available to a group without anybody's doing: a rest is over,
-- or a lease runs out. Null: nothing of that kind is known, or there is no such group.
--
-- For a consumer that waits: two index probes say when it is worth to look. Bound: of the leases the 100 with the
-- oldest messages; a pop comes to them first.
create function queen.next_due(p_queue text, p_group text) returns double precision
language plpgsql stable security definer
set search_path = queen, pg_temp set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
    v_group bigint;
    v_due timestamptz;
begin
    select g.id into v_group
      from queues q join consumer_groups g on g.queue_id = q.id and g.name = p_group
     where q.name = p_queue;
    select least(
               (select r.rest_until from partition_consumers r
                 where r.group_id = v_group and r.rest_until is not null order by r.rest_until limit 1),
               (select min(l.lease_expires_at) filter (where l.lease_id is not null)
                  from (select c.lease_id, c.lease_expires_at from partition_consumers c
                         where c.group_id = v_group and c.ready
                         order by c.oldest_at, c.partition_id limit 100) l))
      into v_due;
    return extract(epoch from v_due - queen.now());
end $$;
