-- One rollup over time, the newest snapshot first: those from p_from on and before p_before.
create function queen.read_lag_history(
    p_scope text, p_namespace text, p_queue text, p_group text, p_from timestamptz, p_before timestamptz,
    p_limit integer)
returns table (
    captured_at timestamptz, partitions bigint, lagging_partitions bigint, offset_lag bigint, delayed bigint,
    time_lag_p50_seconds double precision, time_lag_p95_seconds double precision,
    time_lag_p99_seconds double precision, time_lag_max_seconds double precision,
    arrival_per_second double precision, consumption_per_second double precision,
    seconds_to_drain double precision, verdict text)
language sql stable security definer set search_path = queen, pg_temp set enable_seqscan = off
as $$
    -- A queue has one namespace at a time, and its history goes on when it gets another.
    select l.captured_at, l.partitions, l.lagging_partitions, l.offset_lag, l.delayed, l.time_lag_p50_seconds,
           l.time_lag_p95_seconds, l.time_lag_p99_seconds, l.time_lag_max_seconds, l.arrival_per_second,
           l.consumption_per_second, l.seconds_to_drain, l.verdict
      from lag_snapshots l
     where l.scope = p_scope and l.queue_name = coalesce(p_queue, '') and l.consumer_group = coalesce(p_group, '')
       and (p_scope in ('consumer', 'queue') or l.namespace = coalesce(p_namespace, ''))
       and (p_from is null or l.captured_at >= p_from) and (p_before is null or l.captured_at < p_before)
     order by l.captured_at desc limit p_limit
$$;
