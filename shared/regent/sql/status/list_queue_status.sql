-- A page of queues by name behind p_after: how full each is, how far behind its groups are, and how many of its
-- partitions are leased. p_namespace and p_task filter the queues; null filters nothing. It looks at each partition
-- of the page's queues. Of many partitions it tells the last count, `age_seconds` ago at `as_of` (_counted_at), unless
-- p_live insists. `total` counts all that match; an empty page is one row without a queue, so that `total` always comes.
create function queen.list_queue_status(
    p_namespace text, p_task text, p_after text, p_offset integer, p_limit integer, p_live boolean)
returns table (
    total bigint, id bigint, name text, namespace text, task text, created_at timestamptz, partitions integer, groups bigint,
    messages json, lag_messages bigint, lag_seconds double precision, leased_partitions bigint,
    utilization_percent double precision, as_of timestamptz, age_seconds double precision)
language plpgsql stable security definer set search_path = queen, pg_temp set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
    v_total bigint;
    v_page bigint[];
    v_as_of timestamptz;
begin
    select count(*) into v_total from queues q
     where (p_namespace is null or q.namespace = p_namespace) and (p_task is null or q.task = p_task);
    select coalesce(array_agg(f.id), '{}') into v_page from (
        select q.id from queues q
         where (p_namespace is null or q.namespace = p_namespace) and (p_task is null or q.task = p_task)
           and (p_after is null or q.name > p_after)
         order by q.name offset p_offset limit p_limit) f;
    v_as_of := _counted_at(v_page, p_live);
    return query
    select v_total, q.id, q.name, nullif(q.namespace, ''), nullif(q.task, ''), q.created_at, q.partition_count,
           (select count(*) from consumer_groups g where g.queue_id = q.id),
           json_build_object('total', s.total, 'pending', s.pending, 'processing', s.processing,
                             'completed', s.completed, 'failed', s.failed, 'deadLetter', s.dead_letters),
           s.open_messages, s.oldest_seconds, s.leased_partitions,
           coalesce(_percent(s.leased_partitions, q.partition_count), 0), v_as_of, _seconds(v_as_of, queen.now())
      from (values (1)) always(one)
      left join queues q on q.id = any(v_page)
      left join _queue_standings(v_page, v_as_of is not null) s on s.queue_id = q.id
     order by q.name;
end $$;
