-- A page of the rollups of one scope: in the last snapshot until p_at, or in that of p_after_at. The greatest lag comes first,
-- and the page starts behind the given key. Names and verdict filter them; null filters nothing. An empty page is
-- one row without a scope, so that the snapshot's instant always comes.
create function queen.list_lag_rollups(
    p_scope text, p_namespace text, p_queue text, p_group text, p_verdict text, p_at timestamptz,
    p_after_at timestamptz,    p_after_lag bigint, p_after_namespace text, p_after_queue text, p_after_group text, p_offset integer,
    p_limit integer)
returns table (
    captured_at timestamptz, total bigint, scope text, namespace text, queue_name text, consumer_group text,
    paused boolean, partitions bigint, lagging_partitions bigint, offset_lag bigint, delayed bigint,
    offset_lag_p50 double precision, offset_lag_p95 double precision, offset_lag_p99 double precision,
    offset_lag_max bigint, time_lag_p50_seconds double precision, time_lag_p95_seconds double precision,
    time_lag_p99_seconds double precision, time_lag_max_seconds double precision,
    arrival_per_second double precision, consumption_per_second double precision,
    seconds_to_drain double precision, verdict text, warning_partitions bigint, stalled_partitions bigint,
    stopped_partitions bigint, rewound_partitions bigint)
language sql stable security definer set search_path = queen, pg_temp
as $$
    with taken as materialized (select coalesce(p_after_at, _last_lag_snapshot(p_at)) as at),
    fitting as materialized (
        select l.* from taken t join lag_snapshots l on l.captured_at = t.at
         where l.scope = p_scope
           and (p_namespace is null or l.namespace = p_namespace)
           and (p_queue is null or l.queue_name = p_queue)
           and (p_group is null or l.consumer_group = p_group)
           and (p_verdict is null or l.verdict = p_verdict)),
    page as (
        select f.* from fitting f
         where p_after_lag is null
            or (-f.offset_lag, f.namespace, f.queue_name, f.consumer_group)
               > (-p_after_lag, p_after_namespace, p_after_queue, p_after_group)
         order by f.offset_lag desc, f.namespace, f.queue_name, f.consumer_group offset p_offset limit p_limit)
    select t.at, (select count(*) from fitting), p.scope, p.namespace, p.queue_name, p.consumer_group, p.paused,
           p.partitions, p.lagging_partitions, p.offset_lag, p.delayed, p.offset_lag_p50, p.offset_lag_p95,
           p.offset_lag_p99, p.offset_lag_max, p.time_lag_p50_seconds, p.time_lag_p95_seconds,
           p.time_lag_p99_seconds, p.time_lag_max_seconds, p.arrival_per_second, p.consumption_per_second,
           p.seconds_to_drain, p.verdict, p.warning_partitions, p.stalled_partitions, p.stopped_partitions,
           p.rewound_partitions
      from taken t left join page p on true
     order by p.offset_lag desc, p.namespace, p.queue_name, p.consumer_group
$$;
