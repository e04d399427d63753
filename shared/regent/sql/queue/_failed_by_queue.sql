-- Counts the messages of queues (of all if p_queues is null) that failed and will be tried again, over all groups.
create function queen._failed_by_queue(p_queues bigint[]) returns table (queue_id bigint, failed bigint)
language sql stable as $$
    select g.queue_id, count(*)
      from attempts a
      join partition_consumers c on c.partition_id = a.partition_id and c.group_id = a.group_id
      join consumer_groups g on g.id = a.group_id
     where (p_queues is null or g.queue_id = any(p_queues))
       and a."offset" >= c.committed and (c.completed is null or not c.completed @> a."offset")
     group by g.queue_id
$$;
