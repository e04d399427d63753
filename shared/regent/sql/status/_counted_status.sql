-- The parts of read_status that are counted, of queues (all if p_queues is null), as they were at the last count.
create function queen._counted_status(p_queues bigint[], p_queues_shown integer)
returns table (messages json, lag json, leases json, dead_letters json, queues json, queues_left_out bigint)
language sql stable as $$
    with counts as materialized (
        select q.id, q.name, q.namespace, q.task, q.partition_count, c.open_messages, c.leased_partitions,
               c.dead_letters, c.dead_letter_partitions, c.total > 0 or c.pending > 0 as keeps_messages
          from queues q join counted_queues c on c.queue_id = q.id
         where p_queues is null or q.id = any(p_queues)),
    sums as (
        select coalesce(sum(c.open_messages), 0) as open, coalesce(sum(c.leased_partitions), 0) as leased,
               coalesce(sum(c.dead_letters), 0) as letters, coalesce(sum(c.dead_letter_partitions), 0) as partitions,
               greatest(0, count(*) filter (where c.keeps_messages) - p_queues_shown) as left_out
          from counts c),
    backlogs as (
        select coalesce(max(_seconds(n.oldest_at, n.counted_at)), 0) as seconds, coalesce(sum(n.leases), 0) as leases,
               coalesce(sum(n.handed), 0) as handed, coalesce(sum(n.acked), 0) as acked
          from consumer_groups g join counted_groups n on n.group_id = g.id
         where p_queues is null or g.queue_id = any(p_queues)),
    shown as (
        select c.*, coalesce(t.acked, 0) as acked
          from counts c left join queue_totals t on t.queue_id = c.id
         where c.keeps_messages order by c.name limit p_queues_shown)
    select (_counted_totals(p_queues) - 'depth')::json,
           json_build_object('openMessages', s.open, 'maxSeconds', b.seconds),
           json_build_object('active', b.leases, 'partitionsWithLeases', s.leased, 'totalBatchSize', b.handed,
                             'totalAcked', b.acked),
           json_build_object('totalMessages', s.letters, 'affectedPartitions', s.partitions),
           (select coalesce(json_agg(json_build_object(
                       'id', h.id::text, 'name', h.name, 'namespace', nullif(h.namespace, ''), 'task', nullif(h.task, ''),
                       'partitions', h.partition_count, 'totalConsumed', h.acked) order by h.name), '[]') from shown h),
           s.left_out
      from sums s, backlogs b
$$;
