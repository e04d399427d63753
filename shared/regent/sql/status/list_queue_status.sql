-- A page of queues by name behind p_after: how full each is, how far behind its groups are, and how many of its
-- partitions are leased. p_namespace and p_task filter the queues; null filters nothing. It looks at each partition
-- of the page's queues. `total` counts all that match; an empty page is one row without a queue, so that `total`
-- always comes.
create function queen.list_queue_status(p_namespace text, p_task text, p_after text, p_offset integer, p_limit integer)
returns table (
    total bigint, id bigint, name text, namespace text, task text, created_at timestamptz, partitions integer, groups bigint,
    messages json, lag_messages bigint, lag_seconds double precision, leased_partitions bigint,
    utilization_percent double precision)
language plpgsql stable security definer set search_path = queen, pg_temp set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
    v_now timestamptz := queen.now();
    v_total bigint;
    v_page bigint[];
begin
    select count(*) into v_total from queues q
     where (p_namespace is null or q.namespace = p_namespace) and (p_task is null or q.task = p_task);
    select coalesce(array_agg(f.id), '{}') into v_page from (
        select q.id from queues q
         where (p_namespace is null or q.namespace = p_namespace) and (p_task is null or q.task = p_task)
           and (p_after is null or q.name > p_after)
         order by q.name offset p_offset limit p_limit) f;
    return query
    select v_total, q.id, q.name, nullif(q.namespace, ''), nullif(q.task, ''), q.created_at, q.partition_count,
           (select count(*) from consumer_groups g where g.queue_id = q.id),
           json_build_object('total', coalesce(n.total, 0), 'pending', coalesce(n.pending, 0),
                             'processing', coalesce(n.processing, 0), 'completed', coalesce(n.completed, 0),
                             'failed', _failed_in(array[q.id]), 'deadLetter', (
                                 select count(*) from consumer_groups g join dead_letter_queue d on d.group_id = g.id
                                  where g.queue_id = q.id)),
           coalesce(b.messages, 0), coalesce(b.seconds, 0), coalesce(b.leased, 0),
           coalesce(_percent(b.leased, q.partition_count), 0)
      from (values (1)) always(one)
      left join queues q on q.id = any(v_page)
      left join _queue_counts(v_page) n on n.queue_id = q.id
      left join (
           select l.queue_id, sum(l.open_messages)::bigint as messages, max(_seconds(l.oldest_at, v_now)) as seconds,
                  count(distinct l.partition_id) filter (where l.lease_expires_at > v_now) as leased
             from group_backlogs l where l.queue_id = any(v_page) group by l.queue_id) b on b.queue_id = q.id
     order by q.name;
end $$;
