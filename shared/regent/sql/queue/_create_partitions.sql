-- Makes the partitions of a queue that are missing, with a row for every group that follows them.
-- The lock on the queue keeps a group that subscribes just now (_subscribe takes it too) from missing the
-- partition, and the partition from missing the group.
create function queen._create_partitions(p_queue_id bigint, p_names text[]) returns void
language plpgsql as $$
declare
    v_queue queues;
    v_made bigint[];
    v_now timestamptz := queen.now();
begin
    select * into v_queue from queues q where q.id = p_queue_id for no key update;
    perform _still_there(found);
    with made as (
        insert into partitions (queue_id, name, last_activity, created_at)
        select p_queue_id, n, queen.now(), queen.now() from unnest(p_names) n order by n
        on conflict do nothing returning id)
    select array_agg(id) into v_made from made;
    if v_made is null then
        return;
    end if;
    -- A group's first member and its last one change has_members, which new rows take over, under the group's row.
    perform from member_groups g where g.queue_id = p_queue_id order by g.id for no key update;
    -- Groups that asked for just this partition before it was there.
    insert into consumer_groups (queue_id, name, whole_queue, created_at, paused_at)
    select distinct p_queue_id, m.consumer_group, false, queen.now(), _paused_since(m.consumer_group)
      from partitions p
      join consumer_groups_metadata m on m.queue_name = v_queue.name and m.partition_name = p.name
     where p.id = any(v_made)
    on conflict do nothing;
    insert into partition_consumers (partition_id, group_id, ready, oldest_at, skip_before, assigned)
    select p.id, g.id, false, p.created_at, nullif(greatest(s.subscription_timestamp, p.created_at), p.created_at),
           g.has_members
      from partitions p
      join consumer_groups g on g.queue_id = p_queue_id
      left join lateral _subscription(g.name, v_queue.name, p.name, v_queue.namespace, v_queue.task) s
        on s.subscription_mode = 'timestamp'
     where p.id = any(v_made)
       and (g.whole_queue
            -- a group of members reads every partition, whatever became of its subscription
            or exists (select from member_groups r where r.queue_id = p_queue_id and r.name = g.name)
            or exists (select from consumer_groups_metadata m where m.consumer_group = g.name
                          and m.queue_name = v_queue.name and m.partition_name = p.name));
    update member_groups g
       set changed_at = coalesce(g.changed_at, v_now), rebalance_at = _rebalance_at(coalesce(g.changed_at, v_now), v_now),
           last_modified_at = v_now
     where g.queue_id = p_queue_id and exists (select from members m where m.group_id = g.id);
    update queues q set partition_count = q.partition_count + cardinality(v_made) where q.id = p_queue_id;
end $$;
