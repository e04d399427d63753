-- A page of how groups stand, a row for each group on each queue: those that list_groups tells, in the order of their
-- names or, with p_by_lag, of their oldest open messages: the group that waits longest comes first, those that are
-- done last. p_state keeps one state. A page comes after the key (p_after_lag, p_after_group, p_after_queue). `total`
-- counts what fits, on all pages. An empty page is one row without names, so that `total` always comes.
--
-- `lag_key` is an instant in microseconds, because it stays as it is while a group waits; its age would not.
--
-- last_pop_at: when the group was last handed something. A pop that finds nothing leaves no trace. So with something
-- to do, an old last_pop_at says that nobody asks, and an old last_consumed_at after a young last_pop_at that nothing
-- gets done. popped_per_minute is that of the last two counts, and null where there were none.
--
-- All groups are judged, because order and state follow from that. `as_of`, `age_seconds`, p_live: as in list_groups.
create function queen.list_standings(
    p_queue text, p_namespace text, p_prefix text, p_state text, p_by_lag boolean, p_limit integer,
    p_after_lag bigint, p_after_group text, p_after_queue text, p_live boolean)
returns table (
    total bigint, name text, queue_name text, members bigint, partitions_with_lag bigint, total_lag bigint,
    max_time_lag bigint, state text, paused_at timestamptz, subscription_mode text, subscription_timestamp text,
    subscription_created_at timestamptz, last_pop_at timestamptz, last_consumed_at timestamptz,
    popped_per_minute double precision, lag_key bigint, as_of timestamptz, age_seconds double precision)
language sql stable security definer
set search_path = queen, pg_temp set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
    with chosen as materialized (
        select g.id, g.queue_id, g.name, g.whole_queue, g.paused_at, q.name as queue_name, q.namespace, q.task
          from consumer_groups g join queues q on q.id = g.queue_id
         where (p_queue is null or q.name = p_queue)
           and (p_namespace is null or q.namespace = p_namespace)
           and (p_prefix is null or starts_with(g.name, p_prefix))),
    counted as materialized (
        select _counted_at(array(select distinct c.queue_id from chosen c), p_live) is not null as is_read),
    judged as materialized (
        select c.*, s.members, s.partitions_with_lag, s.total_lag, s.max_time_lag, s.state, s.as_of,
               case when p_by_lag and s.oldest_at is not null then (extract(epoch from s.oldest_at) * 1000000)::bigint
                    when p_by_lag then 9223372036854775807 else 0 end as lag_key
          from chosen c
         cross join counted n
         cross join lateral _group_standing(c.id, c.queue_id, c.paused_at, n.is_read) s),
    fitting as materialized (select j.* from judged j where p_state is null or j.state = p_state),
    page as materialized (
        select f.* from fitting f
         where p_after_group is null
            or (f.lag_key, f.name, f.queue_name) > (coalesce(p_after_lag, 0), p_after_group, p_after_queue)
         order by f.lag_key, f.name, f.queue_name limit p_limit)
    select (select count(*) from fitting), p.name, p.queue_name, p.members, p.partitions_with_lag, p.total_lag,
           p.max_time_lag, p.state, p.paused_at, m.subscription_mode, _instant(m.subscription_timestamp), m.created_at,
           case when p.as_of is null then a.last_pop_at else n.last_pop_at end,
           case when p.as_of is null then a.last_consumed_at else n.last_consumed_at end,
           n.popped_per_minute, p.lag_key, p.as_of, _seconds(p.as_of, queen.now())
      from (values (1)) always(one)
      left join page p on true
      left join counted_groups n on n.group_id = p.id
      left join lateral (
           select max(_taken_at(c)) as last_pop_at, max(c.last_consumed_at) as last_consumed_at
             from partitions i join partition_consumers c on c.partition_id = i.id and c.group_id = p.id
            where p.as_of is null and i.queue_id = p.queue_id) a on true
      left join lateral _shown_subscription(p.name, p.queue_name, p.namespace, p.task, p.whole_queue) m on true
     order by p.lag_key, p.name, p.queue_name
$$;
