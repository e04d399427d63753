-- A page of the namespaces (p_kind 'namespace') or tasks ('task') that queues have, by name behind p_after, each
-- with the sums of its queues. Sums of many partitions are those of the last count: `as_of`, `age_seconds` and p_live
-- are as in list_queues. An empty page is one row without a name, so that `total` always comes.
create function queen.list_labels(p_kind text, p_after text, p_offset integer, p_limit integer, p_live boolean)
returns table (total bigint, name text, queues bigint, partitions bigint, messages json, as_of timestamptz,
               age_seconds double precision)
language plpgsql stable security definer set search_path = queen, pg_temp set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
    v_total bigint;
    v_names text[];
    v_queues bigint[];
    v_as_of timestamptz;
begin
    select count(distinct case p_kind when 'namespace' then nullif(q.namespace, '') else nullif(q.task, '') end)
      into v_total from queues q;
    select array_agg(f.name) into v_names from (
        select distinct l.name
          from (select case p_kind when 'namespace' then q.namespace else q.task end as name from queues q) l
         where l.name <> '' and (p_after is null or l.name > p_after)
         order by l.name offset p_offset limit p_limit) f;
    select coalesce(array_agg(q.id), '{}') into v_queues
      from queues q where case p_kind when 'namespace' then q.namespace else q.task end = any(v_names);
    v_as_of := _counted_at(v_queues, p_live);
    return query
    select v_total, l.name, count(q.id), sum(q.partition_count),
           json_build_object('total', coalesce(sum(n.total), 0), 'pending', coalesce(sum(n.pending), 0),
                             'processing', coalesce(sum(n.processing), 0)),
           v_as_of, _seconds(v_as_of, queen.now())
      from (values (1)) always(one)
      left join unnest(v_names) l(name) on true
      left join queues q on q.id = any(v_queues)
            and case p_kind when 'namespace' then q.namespace else q.task end = l.name
      left join (select c.queue_id, c.total, c.pending, c.processing from _queue_counts(v_queues) c where v_as_of is null
                  union all
                 select s.queue_id, s.total, s.pending, s.processing from _queue_standings(v_queues, true) s
                  where v_as_of is not null) n on n.queue_id = q.id
     group by l.name
     order by l.name collate "C";
end $$;
