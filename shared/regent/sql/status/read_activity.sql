-- What happened from p_from to p_to, step by step, in the queues with this name, namespace and task (null: any).
-- _chart_span says what p_interval takes. Each step has a point, as far back as this detail is kept, and the first
-- step is a whole one. A point has the sum of the queues' depths, and the greatest of their lags.
create function queen.read_activity(
    p_interval text, p_from timestamptz, p_to timestamptz, p_queue text, p_namespace text, p_task text)
returns table ("from" timestamptz, "to" timestamptz, kept_since timestamptz, bucket_minutes integer, points jsonb)
language plpgsql volatile security definer set search_path = queen, pg_temp set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
    v_span record := _chart_span(p_interval, p_from, p_to);
    v_queues bigint[] := _queues_of(p_queue, p_namespace, p_task);
begin
    return query
    select v_span."from", v_span."to", _activity_since(v_span.grain), v_span.minutes,
           coalesce(jsonb_agg(jsonb_build_object(
               'at', _instant(s.at), 'seconds', extract(epoch from s.until - s.at), 'pushed', p.pushed,
               'popped', p.popped, 'acked', p.acked, 'failed', p.failed, 'lapsed', p.lapsed, 'expired', p.expired,
               'dead', p.dead, 'depth', p.depth, 'lagSeconds', p.lag_seconds) order by s.at), '[]')
      from (select g at time zone 'UTC' as at, (g + v_span.step) at time zone 'UTC' as until
              from generate_series(v_span.first at time zone 'UTC', v_span."to" at time zone 'UTC', v_span.step) g) s
     cross join lateral (
           select coalesce(sum(a.pushed), 0) as pushed, coalesce(sum(a.popped), 0) as popped,
                  coalesce(sum(a.acked), 0) as acked, coalesce(sum(a.failed), 0) as failed,
                  coalesce(sum(a.lapsed), 0) as lapsed, coalesce(sum(a.expired), 0) as expired,
                  coalesce(sum(a.dead), 0) as dead, coalesce(sum(a.depth), 0) as depth,
                  coalesce(max(a.lag_seconds), 0) as lag_seconds
             from (select sum(r.pushed) as pushed, sum(r.popped) as popped, sum(r.acked) as acked,
                          sum(r.failed) as failed, sum(r.lapsed) as lapsed, sum(r.expired) as expired,
                          sum(r.dead) as dead, max(r.depth) as depth, max(r.lag_seconds) as lag_seconds
                     from queue_activity r
                    where r.grain = v_span.grain and r.bucket >= s.at and r.bucket < s.until
                      and (v_queues is null or r.queue_id = any(v_queues))
                    group by r.queue_id) a) p;
end $$;
