-- The partitions in which a group has an open message that was pushed at least p_min_seconds ago, oldest first. Where
-- the groups have many places, only those that wait longest are looked at (_longest_waiting): then a partition may be
-- missing in which old messages failed and were given back a moment ago.
create function queen.list_late_partitions(p_min_seconds bigint, p_group text, p_queue text, p_limit integer)
returns table (
    consumer_group text, queue_name text, partition_name text, partition_id bigint, worker_id uuid, offset_lag bigint,
    time_lag_seconds bigint, oldest_unconsumed_at timestamptz, last_consumed_at timestamptz)
language plpgsql stable security definer set search_path = queen, pg_temp set plan_cache_mode = force_custom_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
#variable_conflict use_column
declare
    v_groups bigint[];
    v_places bigint;
    -- A look at this many places takes some 20 ms.
    c_quick constant bigint := 20000;
    v_all boolean;
begin
    select array_agg(g.id), coalesce(sum(q.partition_count), 0) into v_groups, v_places
      from consumer_groups g join queues q on q.id = g.queue_id
     where (p_group is null or g.name = p_group) and (p_queue is null or q.name = p_queue);
    v_all := v_places <= c_quick;
    return query
    with waiting as (
        select b.group_id, b.partition_id, b.partition_name, b.open_messages, b.oldest_at, b.lease_id, b.lease_expires_at
          from group_backlogs b where v_all and b.group_id = any(v_groups)
         union all
        select w.group_id, w.partition_id, w.partition_name, w.open_messages, w.oldest_at, w.lease_id, w.lease_expires_at
          from _longest_waiting(v_groups, p_limit) w where not v_all)
    select g.name, q.name, b.partition_name, b.partition_id,
           case when b.lease_expires_at > queen.now() then b.lease_id end, b.open_messages,
           floor(greatest(0, extract(epoch from queen.now() - b.oldest_at)))::bigint, b.oldest_at, c.last_consumed_at
      from (select * from waiting w
             where w.open_messages > 0 and w.oldest_at <= queen.now() - make_interval(secs => p_min_seconds)
             order by w.oldest_at, w.partition_id, w.group_id limit p_limit) b
      join consumer_groups g on g.id = b.group_id
      join queues q on q.id = g.queue_id
      join partition_consumers c on c.partition_id = b.partition_id and c.group_id = b.group_id
     order by b.oldest_at, b.partition_id, b.group_id;
end $$;
