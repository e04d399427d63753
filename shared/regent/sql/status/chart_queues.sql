-- What happened from p_from to p_to, queue by queue: a point for each step in which something happened or waited. It
-- shows the p_queues queues with the most messages pushed and popped in that time, or the one named p_queue.
-- queues_left_out: how many other queues had activity.
create function queen.chart_queues(p_from timestamptz, p_to timestamptz, p_queue text, p_queues integer)
returns table ("from" timestamptz, "to" timestamptz, bucket_minutes integer, points jsonb, queues_left_out bigint)
language plpgsql volatile security definer set search_path = queen, pg_temp set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
    v_span record := _chart_span(null, p_from, p_to);
    v_queues bigint[] := _queues_of(p_queue, null, null);
begin
    return query
    with found as materialized (
        select _step_of(v_span.step, v_span.unit, r.bucket) as at, r.queue_id, sum(r.pushed) as pushed,
               sum(r.popped) as popped, sum(r.acked) as acked, sum(r.failed) as failed, sum(r.lapsed) as lapsed,
               sum(r.expired) as expired, sum(r.dead) as dead, max(r.depth) as depth,
               max(r.lag_seconds) as lag_seconds
          from queue_activity r
         where r.grain = v_span.grain and r.bucket >= v_span.first and r.bucket <= v_span."to"
           and (v_queues is null or r.queue_id = any(v_queues))
         group by 1, 2),
    busiest as (
        select f.queue_id from found f
         group by f.queue_id order by sum(f.pushed + f.popped) desc, f.queue_id limit p_queues)
    select v_span."from", v_span."to", v_span.minutes,
           coalesce((select jsonb_agg(jsonb_build_object(
               'at', _instant(f.at), 'queue', q.name, 'pushed', f.pushed, 'popped', f.popped, 'acked', f.acked,
               'failed', f.failed, 'lapsed', f.lapsed, 'expired', f.expired, 'dead', f.dead, 'depth', f.depth,
               'lagSeconds', f.lag_seconds) order by f.at, q.name)
                       from found f join busiest b on b.queue_id = f.queue_id join queues q on q.id = f.queue_id), '[]'),
           (select greatest(0, count(distinct f.queue_id) - p_queues) from found f);
end $$;
