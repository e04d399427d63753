-- A page of queues, each with its options and how it stands. p_namespace, p_task, p_prefix and p_contains (of the name,
-- without regard to the case of a to z) filter the queues; null filters nothing. By p_sort they come by name, or first
-- those with the greatest number: open, oldest, dead, partitions or full (depth of the maximum). A page starts behind
-- (p_after_key, p_after): the `sort_key` and the name of a row, of which the key is null by name.
--
-- Numbers of many partitions are those of the last count, `age_seconds` ago at `as_of` (_counted_at), unless p_live
-- insists. A list by name looks at its page alone, any other at all queues that match. `total` counts these; an empty
-- page is one row without a queue, so that it always comes.
create function queen.list_queues(
    p_namespace text, p_task text, p_prefix text, p_contains text, p_sort text, p_after_key bigint, p_after text,
    p_offset integer, p_limit integer, p_live boolean)
returns table (
    total bigint, id bigint, name text, namespace text, task text, created_at timestamptz, partitions integer,
    messages json, held bigint, groups bigint, oldest_seconds double precision, dead_letters bigint, depth bigint,
    max_size integer,
    priority integer, lease_time integer, retry_limit integer, fixed_partitions integer, encryption_enabled boolean,
    push_maintenance boolean, pop_maintenance boolean, sort_key bigint, as_of timestamptz, age_seconds double precision)
language plpgsql stable security definer set search_path = queen, pg_temp set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
    v_by_name boolean := p_sort = 'name';
    v_total bigint;
    v_queues bigint[];
    v_as_of timestamptz;
begin
    select coalesce(array_agg(q.id), '{}'), count(*) into v_queues, v_total from queues q
     where (p_namespace is null or q.namespace = p_namespace) and (p_task is null or q.task = p_task)
       and (p_prefix is null or starts_with(q.name, p_prefix))
       and (p_contains is null or strpos(lower(q.name), lower(p_contains)) > 0);
    if v_by_name then
        v_queues := array(
            select q.id from queues q where q.id = any(v_queues) and (p_after is null or q.name > p_after)
             order by q.name offset p_offset limit p_limit);
    end if;
    v_as_of := _counted_at(v_queues, p_live);
    return query
    with found as (
        select q.id, q.name, s.*, case p_sort
                   when 'open' then s.pending + s.processing when 'oldest' then (1000 * s.oldest_seconds)::bigint
                   when 'dead' then s.dead_letters when 'partitions' then q.partition_count
                   when 'full' then coalesce(100 * _percent(s.depth, q.max_queue_size), 0)::bigint end as sort_key
          from queues q join _queue_standings(v_queues, v_as_of is not null) s on s.queue_id = q.id),
    page as (
        select f.* from found f
         where v_by_name or p_after is null or f.sort_key < p_after_key or f.sort_key = p_after_key and f.name > p_after
         order by f.sort_key desc, f.name offset case when v_by_name then 0 else p_offset end limit p_limit)
    select v_total, q.id, q.name, nullif(q.namespace, ''), nullif(q.task, ''), q.created_at, q.partition_count,
           case when q.id is not null then json_build_object(
               'total', p.total, 'pending', p.pending, 'processing', p.processing) end, p.held,
           case when q.id is not null then (select count(*) from consumer_groups g where g.queue_id = q.id) end,
           p.oldest_seconds, p.dead_letters, p.depth, q.max_queue_size, q.priority, q.lease_time, q.retry_limit,
           q.fixed_partitions, q.encryption_enabled, q.push_maintenance, q.pop_maintenance, p.sort_key, v_as_of,
           _seconds(v_as_of, queen.now())
      from (values (1)) always(one)
      left join page p on true
      left join queues q on q.id = p.id
     order by p.sort_key desc, q.name;
end $$;
