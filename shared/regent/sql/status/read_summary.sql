-- The whole system as a console shows it every few seconds: one row, which costs a look at each queue and group and at
-- no partition. `queues` and `partitions` are exact, and so are maintenance and schedules: a system is not empty a
-- second after its first push. The rest stands since `counted_at`, `age_seconds` ago. That is now where few partitions
-- are, else the oldest instant of the last count (null: never), however old it is: where nobody counts, a look at
-- 100,000 partitions at each refresh would be the last thing that helps.
--
-- worst_groups: the p_worst groups that wait longest, each with the partition of its oldest open message.
-- fullest_queues: the p_worst queues that are nearest to their maximum, then those without one, by depth.
-- dead_letters_last_hour, and dead_lately (of the last p_minutes, since when): as counted, by the minute.
create function queen.read_summary(p_worst integer, p_minutes integer)
returns table (
    server_time timestamptz, counted_at timestamptz, age_seconds double precision, queues bigint, partitions bigint,
    open bigint, oldest_open_seconds double precision, dead_letters bigint, dead_letters_last_hour bigint,
    dead_lately bigint, dead_since timestamptz, leases bigint, maintenance json, schedules jsonb, worst_groups jsonb,
    fullest_queues json)
language plpgsql volatile security definer set search_path = queen, pg_temp set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
    v_now timestamptz := queen.now();
    -- Partitions, and groups' places in them, that a refresh may look at: some 10 ms.
    c_quick constant bigint := 5000;
    v_live boolean := _looks(null) <= c_quick;
begin
    return query
    with stands as materialized (
        select q.id, v_now as counted_at, coalesce(n.pending + n.processing, 0) as open, d.current_depth as depth,
               null::bigint as dead_letters
          from queues q join queue_depths d on d.queue_id = q.id left join _queue_counts(null) n on n.queue_id = q.id
         where v_live
         union all
        select q.id, c.counted_at, c.pending + c.processing, c.depth, c.dead_letters
          from queues q join counted_queues c on c.queue_id = q.id where not v_live),
    backlogs as materialized (
        select b.group_id, sum(b.open_messages)::bigint as open, count(*) filter (where b.open_messages > 0) as behind,
               min(b.oldest_at) as oldest_at, v_now as counted_at,
               count(*) filter (where b.lease_expires_at > v_now) as leases,
               (array_agg(b.partition_id order by b.oldest_at, b.partition_id))[1] as oldest_partition
          from group_backlogs b where v_live group by b.group_id
         union all
        select c.group_id, c.open_messages, c.partitions_with_lag, c.oldest_at, c.counted_at, c.leases, c.oldest_partition
          from consumer_groups g join counted_groups c on c.group_id = g.id where not v_live),
    worst as (
        select g.name as "group", q.name as queue, b.open, b.behind, b.oldest_at, b.leases, p.name as partition,
               _seconds(b.oldest_at, b.counted_at) as seconds,
               (select s.state from _group_standing(g.id, g.queue_id, g.paused_at, not v_live) s) as state
          from (select w.* from backlogs w where w.open > 0 order by w.oldest_at, w.group_id limit p_worst) b
          join consumer_groups g on g.id = b.group_id
          join queues q on q.id = g.queue_id
          left join partitions p on p.id = b.oldest_partition),
    fullest as (
        select q.name, s.depth, nullif(q.max_queue_size, 0) as most, _percent(s.depth, q.max_queue_size) as percent
          from stands s join queues q on q.id = s.id where s.depth > 0
         order by percent desc nulls last, s.depth desc, q.name limit p_worst),
    dead as (
        select sum(a.dead)::bigint as in_hour,
               sum(a.dead) filter (where a.bucket > v_now - make_interval(mins => p_minutes))::bigint as lately,
               min(a.bucket) filter (where a.bucket > v_now - make_interval(mins => p_minutes)) as since
          from queue_activity a
         where a.grain = 'minute' and a.bucket > v_now - interval '1 hour' and a.dead > 0)
    select v_now, t.counted_at, case when t.counted_at is not null then _seconds(t.counted_at, v_now) end, a.queues, a.partitions, t.open,
           (select max(_seconds(b.oldest_at, b.counted_at)) from backlogs b where b.open > 0),
           case when v_live then (select count(*) from dead_letter_queue) else t.dead_letters end,
           coalesce(d.in_hour, 0), coalesce(d.lately, 0), d.since,
           (select coalesce(sum(b.leases), 0)::bigint from backlogs b),
           (select json_build_object('push', m.push, 'pop', m.pop, 'queues', (
                       select coalesce(json_agg(json_build_object('queue', q.name, 'push', q.push_maintenance,
                                                                  'pop', q.pop_maintenance) order by q.name), '[]')
                         from queues q where q.push_maintenance or q.pop_maintenance)) from maintenance m),
           (select jsonb_agg(jsonb_build_object('name', w.name, 'ranAt', _instant(r.ran_at),
                                                'ageSeconds', case when r.ran_at is not null or a.queues > 0
                                                    then _seconds(coalesce(r.ran_at, a.first), v_now) end)
                             order by w.place)
              from unnest(array['reclaim', 'count_activity']) with ordinality w(name, place)
              left join schedule_runs r on r.name = w.name),
           (select coalesce(jsonb_agg(jsonb_build_object(
                       'group', w."group", 'queue', w.queue, 'open', w.open, 'partitionsBehind', w.behind,
                       'oldestAt', _instant(w.oldest_at), 'oldestSeconds', w.seconds, 'partition', w.partition,
                       'leases', w.leases, 'state', w.state) order by w.oldest_at, w."group", w.queue), '[]')
              from worst w),
           (select coalesce(json_agg(json_build_object(
                       'queue', f.name, 'depth', f.depth, 'maxSize', f.most, 'percent', f.percent)
                       order by f.percent desc nulls last, f.depth desc, f.name), '[]') from fullest f)
      from (select count(*) as queues, coalesce(sum(q.partition_count), 0)::bigint as partitions,
                   min(q.created_at) as first from queues q) a
     cross join (select coalesce(min(s.counted_at), case when v_live then v_now end) as counted_at,
                        coalesce(sum(s.open), 0)::bigint as open,
                        coalesce(sum(s.dead_letters), 0)::bigint as dead_letters from stands s) t
     cross join dead d;
end $$;
