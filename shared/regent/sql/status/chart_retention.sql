-- What retention deleted from p_from to p_to, by step and queue, the oldest first: of all queues, or of the one
-- named p_queue. Queues that are gone are left out. `events` counts pairs of a partition and a run that deleted
-- something there.
create function queen.chart_retention(p_from timestamptz, p_to timestamptz, p_queue text)
returns table ("from" timestamptz, "to" timestamptz, bucket_minutes integer, points jsonb)
language plpgsql volatile security definer set search_path = queen, pg_temp set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
    v_span record := _chart_span(null, p_from, p_to);
    v_queues bigint[] := _queues_of(p_queue, null, null);
begin
    return query
    select v_span."from", v_span."to", v_span.minutes,
           coalesce(jsonb_agg(jsonb_build_object(
               'at', _instant(f.at), 'queue', q.name, 'deleted', f.deleted, 'skipped', f.skipped,
               'archived', f.archived, 'events', f.events) order by f.at, q.name), '[]')
      from (select _step_of(v_span.step, v_span.unit, h.deleted_at) as at, h.queue_id,
                   sum(h.messages_deleted) as deleted, sum(h.messages_skipped) as skipped,
                   sum(h.messages_deleted) filter (where h.archived) as archived, count(*) as events
              from retention_history h
             where h.deleted_at >= v_span.first and h.deleted_at <= v_span."to"
               and (v_queues is null or h.queue_id = any(v_queues))
             group by 1, 2) f
      join queues q on q.id = f.queue_id;
end $$;
