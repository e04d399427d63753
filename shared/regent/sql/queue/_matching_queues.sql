-- The queues of a namespace, a task or both. Of the three branches only the fitting one is executed: one condition
-- that fits all three could not use an index.
create function queen._matching_queues(p_namespace text, p_task text) returns setof queen.queues
language sql stable as $$
    select q.* from queues q where p_namespace <> '' and p_task = '' and q.namespace = p_namespace
    union all
    select q.* from queues q where p_namespace <> '' and p_task <> '' and q.namespace = p_namespace and q.task = p_task
    union all
    select q.* from queues q where p_namespace = '' and p_task <> '' and q.task = p_task
$$;
