-- The whole system in one row. In a large system, messages and lag are those of the last count, `age_seconds` ago at
-- `as_of` (_counted_at). Without `as_of`, as always with p_live, they are of now. The throughput is that of
-- the last five full minutes, as queen.count_activity counted them `stats_age` seconds ago.
create function queen.read_overview(p_live boolean default false)
returns table (queues bigint, partitions bigint, namespaces bigint, tasks bigint, messages json, lag json, throughput json,
               "timestamp" timestamptz, stats_age double precision, as_of timestamptz, age_seconds double precision)
language plpgsql stable security definer set search_path = queen, pg_temp set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
    v_now timestamptz := queen.now();
    v_counted_at timestamptz := _counted_at(null, p_live);
begin
    return query
    select q.queues, q.partitions, q.namespaces, q.tasks,
           case when v_counted_at is not null then (_counted_totals(null) - 'depth')::json else (
               select json_build_object(
                          'total', coalesce(sum(n.total), 0), 'pending', coalesce(sum(n.pending), 0),
                          'processing', coalesce(sum(n.processing), 0), 'completed', coalesce(sum(n.completed), 0),
                          'failed', _failed_in(null), 'deadLetter', (select count(*) from dead_letter_queue))
                 from _queue_counts(null) n) end,
           case when v_counted_at is not null then _counted_lag() else (
               select json_build_object(
                          'time', json_build_object(
                              'avg', coalesce(avg(b.seconds), 0),
                              'median', coalesce(percentile_cont(0.5) within group (order by b.seconds), 0),
                              'min', coalesce(min(b.seconds), 0), 'max', coalesce(max(b.seconds), 0)),
                          'offset', json_build_object(
                              'avg', coalesce(avg(b.messages), 0),
                              'median', coalesce(percentile_cont(0.5) within group (order by b.messages), 0),
                              'min', coalesce(min(b.messages), 0), 'max', coalesce(max(b.messages), 0)))
                 from (select _seconds(l.oldest_at, v_now) as seconds, l.open_messages as messages
                         from group_backlogs l) b) end,
           (select json_build_object(
                       'ingestedPerSecond', coalesce(round(sum(a.pushed) / 300, 3), 0),
                       'processedPerSecond', coalesce(round(sum(a.acked) / 300, 3), 0))
              from queue_activity a
             where a.grain = 'minute' and a.bucket >= date_trunc('minute', v_now) - interval '5 minutes'
               and a.bucket < date_trunc('minute', v_now)),
           v_now, (select _seconds(r.ran_at, v_now) from schedule_runs r where r.name = 'count_activity'),
           v_counted_at, _seconds(v_counted_at, v_now)
      from (select count(*) as queues, coalesce(sum(q.partition_count), 0)::bigint as partitions,
                   count(distinct nullif(q.namespace, '')) as namespaces, count(distinct nullif(q.task, '')) as tasks
              from queues q) q;
end $$;
