-- The groups whose dead letters a filter asks for (queue, group, namespace, task); null if it asks for all. Of the
-- two branches only the one that fits is executed, so that a queue's groups are found by the queue's name.
create function queen._dead_letter_groups(p_filter jsonb) returns bigint[]
language sql stable as $$
    select case when p_filter ?| array['queue', 'group', 'namespace', 'task'] then array(
        select g.id from queues q join consumer_groups g on g.queue_id = q.id
         where p_filter ? 'queue' and q.name = p_filter ->> 'queue'
           and g.name = coalesce(p_filter ->> 'group', g.name)
           and q.namespace = coalesce(p_filter ->> 'namespace', q.namespace)
           and q.task = coalesce(p_filter ->> 'task', q.task)
         union all
        select g.id from queues q join consumer_groups g on g.queue_id = q.id
         where not p_filter ? 'queue'
           and g.name = coalesce(p_filter ->> 'group', g.name)
           and q.namespace = coalesce(p_filter ->> 'namespace', q.namespace)
           and q.task = coalesce(p_filter ->> 'task', q.task)) end
$$;
