-- The headers of a message that was a dead letter: those that it had, and `redriven`, which says where it comes
-- from. `times` counts on from an earlier redrive. Headers are JSON that a producer sent: nothing that it calls
-- "redriven" may make a redrive fail.
create function queen._redriven_headers(p_headers json, p_mark jsonb) returns json
language sql stable as $$
    select json_object_agg(h.key, h.value order by h.nth)
      from (select e.key, e.value, e.nth from json_each(coalesce(p_headers, '{}')) with ordinality e(key, value, nth)
             where e.key <> 'redriven'
             union all
            select 'redriven', (p_mark || jsonb_build_object('times', 1 + case
                       when json_typeof(p_headers #> '{redriven,times}') = 'number'
                       then greatest(0, least(1000000, trunc((p_headers #>> '{redriven,times}')::numeric)))
                       else 0 end))::json, 9223372036854775807) h
$$;
