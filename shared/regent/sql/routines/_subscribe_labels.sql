-- The first pop of a group by namespace or task: recorded once, and in force at once in all queues that
-- match now; queues to come find the record when they are made.
create function queen._subscribe_labels(p_namespace text, p_task text, p_group text, p_mode text, p_from timestamptz)
returns void
language plpgsql as $$
begin
    perform _lock_subscriptions();
    perform _subscribe(q, p_group, null, true, p_namespace, p_task, p_mode, p_from)
       from (select * from queues q
              where (p_namespace = '' or q.namespace = p_namespace) and (p_task = '' or q.task = p_task)
              order by q.id) q
      where not exists (select from consumer_groups g
                         where g.queue_id = q.id and g.name = p_group and g.whole_queue);
    perform _record_subscription(p_group, '', '', p_namespace, p_task, p_mode, p_from);
end $$;
