-- How many partitions, and places of groups in them, an answer about queues (all if p_queues is null) looks at, at
-- most: a group that popped only partitions which it named has fewer places.
create function queen._looks(p_queues bigint[]) returns bigint
language sql stable as $$
    select coalesce(sum(q.partition_count * (1 + coalesce(g.groups, 0))), 0)::bigint
      from queues q
      left join (select c.queue_id, count(*) as groups from consumer_groups c
                  where p_queues is null or c.queue_id = any(p_queues) group by c.queue_id) g on g.queue_id = q.id
     where p_queues is null or q.id = any(p_queues)
$$;
