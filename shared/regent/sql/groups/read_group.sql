-- A group on each of its queues (100 of them, by name, after p_after), with what list_groups says of it and a row
-- for each partition. Partitions with work come first, ordered by their oldest message, then the others by name.
-- The queues share p_limit partitions; `truncated` says that a queue has more than were looked at.
--
-- `as_of`, `age_seconds` and p_live are as in list_groups. The partitions are always of now. But where lag is as
-- counted, those with work come in the order in which pops take them: a message that was given back stands behind
-- those that waited at that moment. To find the oldest message would take a look at each partition.
create function queen.read_group(p_group text, p_queue text, p_limit integer, p_after text, p_live boolean default false)
returns table (
    queue_name text, members bigint, partitions_with_lag bigint, total_lag bigint, max_time_lag bigint, state text,
    paused_at timestamptz, subscription_mode text, subscription_timestamp text,
    subscription_created_at timestamptz, truncated boolean, more boolean,
    partition text, partition_id bigint, worker_id uuid, last_consumed_at timestamptz, total_consumed bigint,
    committed bigint, head bigint, offset_lag bigint, time_lag_seconds bigint, lease_active boolean,
    lease_expires_at timestamptz, rest_until timestamptz, total_popped bigint, total_failed bigint,
    total_expired bigint, total_dead bigint, client text, as_of timestamptz, age_seconds double precision)
language plpgsql stable security definer
set search_path = queen, pg_temp set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
#variable_conflict use_column
declare
    v_now timestamptz := queen.now();
begin
    perform _require_group(p_group, p_queue);
    return query
    with page as materialized (
        select g.id, g.queue_id, g.whole_queue, g.paused_at, q.name, q.namespace, q.task, q.partition_count,
               count(*) over () as queues, greatest(1, p_limit / least(100, count(*) over ())) as share
          from consumer_groups g join queues q on q.id = g.queue_id
         where g.name = p_group and (p_queue is null or q.name = p_queue) and (p_after is null or q.name > p_after)
         order by q.name limit 100),
    counted as materialized (
        select _counted_at(array(select g.queue_id from page g), p_live) is not null as is_read),
    -- Materialized, because the planner could otherwise compute the state of the whole group once for each
    -- partition.
    told as materialized (
        select g.*, s.members, s.partitions_with_lag, s.total_lag, s.max_time_lag, s.state, s.as_of,
               m.subscription_mode, _instant(m.subscription_timestamp) as subscription_timestamp,
               m.created_at as subscription_created_at
          from page g
         cross join counted c
         cross join lateral _group_standing(g.id, g.queue_id, g.paused_at, c.is_read) s
          left join lateral _shown_subscription(p_group, g.name, g.namespace, g.task, g.whole_queue) m on true)
    select g.name, g.members, g.partitions_with_lag, g.total_lag, g.max_time_lag, g.state,
           g.paused_at, g.subscription_mode, g.subscription_timestamp, g.subscription_created_at,
           g.partition_count > g.share, g.queues > 100,
           p.name, p.id, case when l.live then c.lease_id end, c.last_consumed_at, c.acked, c.committed, p.head, w.open,
           coalesce(floor(greatest(0, extract(epoch from v_now - w.oldest_at))), 0)::bigint,
           l.live, case when l.live then c.lease_expires_at end, c.rest_until, c.popped, c.failed, c.expired, c.dead,
           case when l.live then c.lease_client end, g.as_of, _seconds(g.as_of, v_now)
      from told g
      left join lateral (
           (select b.partition_id, b.partition_name as name, b.open_messages as open, b.oldest_at
              from group_backlogs b
             where g.as_of is null and b.group_id = g.id and b.open_messages > 0
             order by b.oldest_at, b.partition_id limit g.share)
           union all
           (select b.partition_id, b.partition_name, b.open_messages, b.oldest_at
              from ((select r.partition_id from partition_consumers r
                      where g.as_of is not null and r.group_id = g.id and r.ready
                      order by r.oldest_at, r.partition_id limit g.share)
                    union all
                    (select r.partition_id from partition_consumers r
                      where g.as_of is not null and r.group_id = g.id and r.rest_until is not null
                      order by r.rest_until limit g.share)) k
             cross join lateral (
                   select v.* from group_backlogs v
                    where v.group_id = g.id and v.partition_id = k.partition_id and v.open_messages > 0 limit 1) b)
           union all
           -- The partitions without work, among the first ones by name.
           select i.id, i.name, 0, null from (
                  select r.* from partitions r where r.queue_id = g.queue_id order by r.name limit g.share) i
             join partition_consumers c on c.partition_id = i.id and c.group_id = g.id
            where not (c.ready or c.rest_until is not null) or i.head <= greatest(c.committed, i.tail)
            order by oldest_at, name limit g.share) w on true
      left join partitions p on p.id = w.partition_id
      left join partition_consumers c on c.partition_id = w.partition_id and c.group_id = g.id
     cross join lateral (select c.lease_id is not null and c.lease_expires_at > v_now as live) l
     order by g.name, w.oldest_at, p.name;
end $$;
