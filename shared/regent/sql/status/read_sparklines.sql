-- What was pushed and completed in these queues in each of the last p_points minutes, this one included: a small line
-- beside each row of a list. In a minute without a count nothing happened. A queue that is gone has no line.
create function queen.read_sparklines(p_queues bigint[], p_points integer)
returns table ("from" timestamptz, "to" timestamptz, lines json)
language plpgsql stable security definer set search_path = queen, pg_temp set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
    v_now timestamptz := queen.now();
    v_last timestamptz := date_trunc('minute', v_now);
    v_first timestamptz := v_last - make_interval(mins => p_points - 1);
begin
    return query
    with counted as materialized (
        select r.queue_id, r.bucket, r.pushed, r.acked from queue_activity r
         where r.queue_id = any(p_queues) and r.grain = 'minute' and r.bucket between v_first and v_last),
    lines as (
        select q.id, json_agg(coalesce(c.pushed, 0) order by m.at) as pushed,
               json_agg(coalesce(c.acked, 0) order by m.at) as acked
          from queues q
         cross join generate_series(v_first, v_last, interval '1 minute') m(at)
          left join counted c on c.queue_id = q.id and c.bucket = m.at
         where q.id = any(p_queues) group by q.id)
    select v_first, v_now, coalesce(json_agg(json_build_object('id', l.id::text, 'pushed', l.pushed, 'acked', l.acked)
                                             order by l.id), '[]')
      from lines l;
end $$;
