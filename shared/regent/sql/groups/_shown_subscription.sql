-- The record that shows how a group follows a queue: the one that decides for the whole queue. For a group that
-- has only ever popped single partitions, it is that of the first of them by name. No row for a group that is
-- older than such records.
create function queen._shown_subscription(
    p_group text, p_queue text, p_namespace text, p_task text, p_whole_queue boolean)
returns setof queen.consumer_groups_metadata
language sql stable as $$
    select m.* from _subscription(p_group, p_queue, '', p_namespace, p_task) m where p_whole_queue
     union all
    (select m.* from consumer_groups_metadata m
      where not p_whole_queue
        and m.consumer_group = p_group and m.queue_name = p_queue
        and m.partition_name <> '' and m.namespace = '' and m.task = ''
      order by m.partition_name limit 1)
$$;
