-- Makes the missing partitions of a queue, with a row for every group that follows them. The queue's row is
-- locked, as in _subscribe: so a group that subscribes at this moment cannot miss the partition, nor the partition
-- the group.
create function queen._create_partitions(p_queue_id bigint, p_names text[]) returns void
language plpgsql as $$
declare
    v_queue queues;
    v_made bigint[];
    v_now timestamptz := queen.now();
begin
    select * into v_queue from queues q where q.id = p_queue_id for no key update;
    perform _still_there(found);
    perform _require_plain('partition', variadic p_names);
    with made as (
        insert into partitions (queue_id, name, last_activity, created_at)
        select p_queue_id, n, queen.now(), queen.now() from unnest(p_names) n order by n
        on conflict do nothing returning id)
    select array_agg(id) into v_made from made;
    if v_made is null then
        return;
    end if;
    perform _refuse_beyond('partitions', 'partitions of queue ' || v_queue.name, v_queue.partition_count,
                           cardinality(v_made),
                           (select p.name from partitions p where p.id = any(v_made) order by p.id limit 1));
    -- The new rows copy has_members. It changes under the row of the member group, when the first member joins or
    -- the last one leaves, so that row is locked first.
    perform from member_groups g where g.queue_id = p_queue_id order by g.id for no key update;
    -- Groups that popped just this partition before it existed.
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
            -- a group with members reads every partition, even if its subscription was deleted
            or exists (select from member_groups r where r.queue_id = p_queue_id and r.name = g.name)
            or exists (select from consumer_groups_metadata m where m.consumer_group = g.name
                          and m.queue_name = v_queue.name and m.partition_name = p.name));
    perform _set_off_rebalance(g.id, 'grew', null, v_now) from member_groups g
     where g.queue_id = p_queue_id and exists (select from members m where m.group_id = g.id);
    update queues q set partition_count = q.partition_count + cardinality(v_made) where q.id = p_queue_id;
end $$;
