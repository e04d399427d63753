-- Ids of partitions of a queue whose names begin with p_prefix, the last one that got a message first; behind
-- (p_after_at, p_after_id). No index knows that order, because each push would pay for it. So it looks at all of them,
-- in the order in which they are stored: by name it would fetch each block a dozen times.
create function queen._partitions_by_activity(
    p_queue bigint, p_prefix text, p_after_at timestamptz, p_after_id bigint, p_offset integer, p_limit integer)
returns table (id bigint)
language sql stable set enable_indexscan = off set max_parallel_workers_per_gather = 0 as $$
    select p.id from partitions p
     where p.queue_id = p_queue and (p_prefix is null or starts_with(p.name, p_prefix))
       and p.last_activity <= coalesce(p_after_at, 'infinity')
       and (p_after_at is null or p.last_activity < p_after_at or p.id > p_after_id)
     order by p.last_activity desc, p.id offset p_offset limit p_limit
$$;
