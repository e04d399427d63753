-- Subscribes a group to a namespace, a task or both. Its first pop records that and subscribes it to all queues
-- that match. The pop calls this again when a queue came under the labels later; a future queue finds the record
-- when it is made. All queues are locked before the first subscription locks partitions: queues come first
-- everywhere.
create function queen._subscribe_labels(p_namespace text, p_task text, p_group text, p_mode text, p_from timestamptz)
returns void
language plpgsql as $$
declare
    v_fresh boolean;
begin
    perform _lock_subscriptions();
    v_fresh := _record_subscription(p_group, '', '', p_namespace, p_task, p_mode, p_from);
    perform from queues q where q.id in (select m.id from _matching_queues(p_namespace, p_task) m)
      order by q.id for no key update;
    perform _subscribe(q, p_group, null, p_mode, p_from, v_fresh)
       from (select * from _matching_queues(p_namespace, p_task) m order by m.id) q
      where not exists (select from consumer_groups g
                         where g.queue_id = q.id and g.name = p_group and g.whole_queue);
end $$;
