-- The ids of the queues with this name, this namespace and this task; a null argument filters nothing. The answer is
-- null if all three are null, and callers take that as all queues.
create function queen._queues_of(p_queue text, p_namespace text, p_task text) returns bigint[]
language sql stable as $$
    select case when num_nonnulls(p_queue, p_namespace, p_task) > 0 then (
        select coalesce(array_agg(q.id), '{}') from queues q
         where (p_queue is null or q.name = p_queue) and (p_namespace is null or q.namespace = p_namespace)
           and (p_task is null or q.task = p_task)) end
$$;
