-- A queue with its options, its totals, its groups (a thousand at most) and a page of its partitions
-- (_partition_page), or those of them that p_parts names. The page is always of now. Totals and groups of a large queue are those of the last count:
-- `as_of`, `age_seconds` and p_live are as in read_overview. `last_partition` is the p_after of the next page, or null
-- if there is none.
create function queen.read_queue(p_name text, p_after text, p_offset integer, p_limit integer, p_live boolean default false,
                                 p_parts text[] default '{totals,groups,partitions}')
returns table (
    id bigint, name text, namespace text, task text, created_at timestamptz, count integer, options jsonb,
    totals json, groups json, partitions json, last_partition text, as_of timestamptz, age_seconds double precision)
language plpgsql stable security definer set search_path = queen, pg_temp set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
    v_id bigint := _require_queue(p_name);
    v_now timestamptz := queen.now();
    v_counted_at timestamptz := case when p_parts && '{totals,groups}' then _counted_at(array[v_id], p_live) end;
begin
    return query
    select q.id, q.name, nullif(q.namespace, ''), nullif(q.task, ''), q.created_at, q.partition_count, to_jsonb(q),
           case when 'totals' <> all(p_parts) then null
                when v_counted_at is not null then _counted_totals(array[v_id])::json else (
               select json_build_object(
                          'total', coalesce(sum(n.total), 0), 'pending', coalesce(sum(n.pending), 0),
                          'processing', coalesce(sum(n.processing), 0), 'completed', coalesce(sum(n.completed), 0),
                          'failed', _failed_in(array[v_id]), 'deadLetter', (
                              select count(*) from consumer_groups g join dead_letter_queue d on d.group_id = g.id
                               where g.queue_id = v_id), 'depth', (select d.depth from _depth(v_id) d))
                 from _queue_counts(array[v_id]) n) end,
           case when 'groups' = any(p_parts) then (
               select coalesce(json_agg(json_build_object(
                       'name', g.name, 'open', g.open, 'pending', g.open - g.processing, 'processing', g.processing,
                       'partitionsBehind', g.behind, 'lagSeconds', _seconds(g.oldest_at, g.as_of),
                       'wholeQueue', g.whole_queue, 'paused', g.paused) order by g.name), '[]')
              from (select c.name, c.whole_queue, c.paused_at is not null as paused,
                           coalesce(b.open, 0) as open, coalesce(b.processing, 0) as processing,
                           coalesce(b.behind, 0) as behind, b.oldest_at, b.as_of
                      from consumer_groups c
                      left join (select l.group_id, sum(l.open_messages)::bigint as open,
                                        sum(l.processing)::bigint as processing, count(*) as behind,
                                        min(l.oldest_at) as oldest_at, v_now as as_of
                                   from group_backlogs l where v_counted_at is null and l.queue_id = v_id
                                  group by l.group_id
                                 union all
                                 select n.group_id, n.open_messages, n.processing, n.places, n.oldest_at, n.counted_at
                                   from counted_groups n where v_counted_at is not null and n.queue_id = v_id
                                 union all
                                 -- A group that is younger than the count is looked at now.
                                 select u.id, l.open, l.processing, l.behind, l.oldest_at, v_now
                                   from consumer_groups u
                                  cross join lateral (
                                        select sum(k.open_messages)::bigint as open,
                                               sum(k.processing)::bigint as processing, count(*) as behind,
                                               min(k.oldest_at) as oldest_at
                                          from group_backlogs k where k.group_id = u.id) l
                                  where v_counted_at is not null and u.queue_id = v_id
                                    and not exists (select from counted_groups n where n.group_id = u.id)) b
                        on b.group_id = c.id
                     where c.queue_id = v_id
                     order by c.name limit 1000) g) end,
           w.partitions, w.last, v_counted_at, _seconds(v_counted_at, v_now)
      from queues q
     cross join lateral (
           select count(*) filter (where n <= p_limit) as shown,
                  coalesce(json_agg(json_build_object(
                      'id', p.id::text, 'name', p.name, 'head', p.head, 'tail', p.tail, 'messages', p.messages,
                      'lastActivity', _instant(p.last_activity), 'createdAt', _instant(p.created_at),
                      'groups', p.groups) order by p.n) filter (where p.n <= p_limit), '[]') as partitions,
                  case when count(*) > p_limit then max(p.name) filter (where p.n = p_limit) end as last
             from (select r.*, row_number() over (order by r.name) as n
                     from _partition_page(v_id, case when p_after is not null then p_name end, p_after,
                                          p_offset, p_limit + 1) r where 'partitions' = any(p_parts)) p) w
     where q.id = v_id;
end $$;
