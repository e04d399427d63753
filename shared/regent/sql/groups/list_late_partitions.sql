-- The partitions in which a group has an open message that was pushed at least p_min_seconds ago, oldest first.
create function queen.list_late_partitions(p_min_seconds bigint, p_group text, p_queue text, p_limit integer)
returns table (
    consumer_group text, queue_name text, partition_name text, partition_id bigint, worker_id uuid, offset_lag bigint,
    time_lag_seconds bigint, oldest_unconsumed_at timestamptz, last_consumed_at timestamptz)
language sql stable security definer
set search_path = queen, pg_temp set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
    select b.consumer_group, b.queue_name, b.partition_name, b.partition_id,
           case when b.lease_expires_at > queen.now() then b.lease_id end, b.open_messages,
           floor(greatest(0, extract(epoch from queen.now() - b.oldest_at)))::bigint, b.oldest_at, c.last_consumed_at
      from (select * from group_backlogs b
             where b.open_messages > 0
               and b.oldest_at <= queen.now() - make_interval(secs => p_min_seconds)
               and (p_group is null or b.consumer_group = p_group)
               and (p_queue is null or b.queue_name = p_queue)
             order by b.oldest_at, b.partition_id, b.group_id limit p_limit) b
      join partition_consumers c on c.partition_id = b.partition_id and c.group_id = b.group_id
     order by b.oldest_at, b.partition_id, b.group_id
$$;
