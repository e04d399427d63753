-- The whole system in one row. It looks at each partition, and at each consumer's row that has work, whatever the
-- number of messages. Everything is as of now, except the throughput: it is that of the last five full minutes, as
-- queen.count_activity counted them `stats_age` seconds ago.
create function queen.read_overview()
returns table (queues bigint, partitions bigint, namespaces bigint, tasks bigint, messages json, lag json, throughput json,
               "timestamp" timestamptz, stats_age double precision)
language plpgsql stable security definer set search_path = queen, pg_temp set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
    v_now timestamptz := queen.now();
begin
    return query
    select q.queues, q.partitions, q.namespaces, q.tasks,
           (select json_build_object(
                       'total', coalesce(sum(n.total), 0), 'pending', coalesce(sum(n.pending), 0),
                       'processing', coalesce(sum(n.processing), 0), 'completed', coalesce(sum(n.completed), 0),
                       'failed', _failed_in(null), 'deadLetter', (select count(*) from dead_letter_queue))
              from _queue_counts(null) n),
           (select json_build_object(
                       'time', json_build_object(
                           'avg', coalesce(avg(b.seconds), 0),
                           'median', coalesce(percentile_cont(0.5) within group (order by b.seconds), 0),
                           'min', coalesce(min(b.seconds), 0), 'max', coalesce(max(b.seconds), 0)),
                       'offset', json_build_object(
                           'avg', coalesce(avg(b.messages), 0),
                           'median', coalesce(percentile_cont(0.5) within group (order by b.messages), 0),
                           'min', coalesce(min(b.messages), 0), 'max', coalesce(max(b.messages), 0)))
              from (select _seconds(l.oldest_at, v_now) as seconds, l.open_messages as messages
                      from group_backlogs l) b),
           (select json_build_object(
                       'ingestedPerSecond', coalesce(round(sum(a.pushed) / 300, 3), 0),
                       'processedPerSecond', coalesce(round(sum(a.acked) / 300, 3), 0))
              from queue_activity a
             where a.grain = 'minute' and a.bucket >= date_trunc('minute', v_now) - interval '5 minutes'
               and a.bucket < date_trunc('minute', v_now)),
           v_now, (select _seconds(r.ran_at, v_now) from schedule_runs r where r.name = 'count_activity')
      from (select count(*) as queues, coalesce(sum(q.partition_count), 0)::bigint as partitions,
                   count(distinct nullif(q.namespace, '')) as namespaces, count(distinct nullif(q.task, '')) as tasks
              from queues q) q;
end $$;
