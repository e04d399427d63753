-- A page of queues by name behind p_after, each with its options and the messages that are left to do. p_namespace,
-- p_task and p_prefix (of the name) filter the queues; null filters nothing. `total` counts all that match; an empty
-- page is one row without a queue, so that `total` always comes.
create function queen.list_queues(
    p_namespace text, p_task text, p_prefix text, p_after text, p_offset integer, p_limit integer)
returns table (
    total bigint, id bigint, name text, namespace text, task text, created_at timestamptz, partitions integer,
    messages json, groups bigint, max_size integer, priority integer, lease_time integer, retry_limit integer,
    fixed_partitions integer, encryption_enabled boolean, push_maintenance boolean, pop_maintenance boolean)
language plpgsql stable security definer set search_path = queen, pg_temp set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
    v_total bigint;
    v_page bigint[];
begin
    select count(*) into v_total from queues q
     where (p_namespace is null or q.namespace = p_namespace) and (p_task is null or q.task = p_task)
       and (p_prefix is null or starts_with(q.name, p_prefix));
    select array_agg(f.id) into v_page from (
        select q.id from queues q
         where (p_namespace is null or q.namespace = p_namespace) and (p_task is null or q.task = p_task)
           and (p_prefix is null or starts_with(q.name, p_prefix))
           and (p_after is null or q.name > p_after)
         order by q.name offset p_offset limit p_limit) f;
    return query
    select v_total, q.id, q.name, nullif(q.namespace, ''), nullif(q.task, ''), q.created_at, q.partition_count,
           case when q.id is not null then json_build_object(
               'total', coalesce(n.total, 0), 'pending', coalesce(n.pending, 0),
               'processing', coalesce(n.processing, 0)) end,
           case when q.id is not null then (select count(*) from consumer_groups g where g.queue_id = q.id) end,
           q.max_queue_size, q.priority, q.lease_time, q.retry_limit, q.fixed_partitions, q.encryption_enabled,
           q.push_maintenance, q.pop_maintenance
      from (values (1)) always(one)
      left join queues q on q.id = any(v_page)
      left join _queue_counts(coalesce(v_page, '{}')) n on n.queue_id = q.id
     order by q.name;
end $$;
