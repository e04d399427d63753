-- The record that decides where a group starts in a partition: the most specific one.
create function queen._subscription(p_group text, p_queue text, p_partition text, p_namespace text, p_task text)
returns setof queen.consumer_groups_metadata
language sql stable as $$
    select m.* from consumer_groups_metadata m
     where m.consumer_group = p_group
       and ((m.queue_name = p_queue and m.partition_name in ('', p_partition))
            or (m.queue_name = '' and m.namespace in ('', p_namespace) and m.task in ('', p_task)))
     order by m.partition_name <> '' desc, m.queue_name <> '' desc, m.namespace <> '' desc, m.created_at
     limit 1
$$;
