-- The lag job's rollups in plain SQL: of the snapshot at %(at)s, from its stored partitions and from who follows what.
with pairs as (
    select q.namespace, q.name as queue_name, g.name as consumer_group, p.head,
           c.acked + c.expired + c.dead as finished, coalesce(l.offset_lag, 0) as behind,
           coalesce(l.time_lag_seconds, 0) as seconds,
           case when l.offset_lag > 0
                then width_bucket(l.time_lag_seconds, array[1, 10, 60, 600, 3600, 21600, 86400]::float8[]) end as bucket,
           coalesce(array_position(array['warning', 'stalled', 'stopped', 'rewound'], l.verdict), 0) as worse
      from queen.partition_consumers c
      join queen.consumer_groups g on g.id = c.group_id
      join queen.queues q on q.id = g.queue_id
      join queen.partitions p on p.id = c.partition_id
      left join queen.lag_partitions l
        on l.captured_at = %(at)s and l.group_id = c.group_id and l.partition_id = c.partition_id)
select case grouping(namespace, queue_name, consumer_group)
            when 0 then 'consumer' when 1 then 'queue' when 6 then 'group' when 3 then 'namespace'
            else 'system' end as scope,
       coalesce(namespace, '') as namespace, coalesce(queue_name, '') as queue_name,
       coalesce(consumer_group, '') as consumer_group,
       count(*) as partitions, count(*) filter (where behind > 0) as lagging_partitions,
       sum(behind)::bigint as offset_lag, max(behind) as offset_lag_max,
       percentile_cont(array[0.5, 0.95, 0.99]) within group (order by behind) as offset_shares,
       percentile_cont(array[0.5, 0.95, 0.99]) within group (order by seconds) as time_shares,
       array[count(*) filter (where bucket = 0),
             count(*) filter (where bucket = 1),
             count(*) filter (where bucket = 2),
             count(*) filter (where bucket = 3),
             count(*) filter (where bucket = 4),
             count(*) filter (where bucket = 5),
             count(*) filter (where bucket = 6),
             count(*) filter (where bucket = 7)] as histogram,
       max(seconds) as time_lag_max_seconds, sum(head)::bigint as head, sum(finished)::bigint as finished,
       (array['ok', 'warning', 'stalled', 'stopped', 'rewound'])[1 + max(worse)] as verdict,
       count(*) filter (where worse = 1) as warning_partitions,
       count(*) filter (where worse = 2) as stalled_partitions,
       count(*) filter (where worse = 3) as stopped_partitions,
       count(*) filter (where worse = 4) as rewound_partitions
  from pairs
 group by grouping sets (
          (namespace, queue_name, consumer_group), (namespace, queue_name), (consumer_group), (namespace), ())
 order by 1, 2, 3, 4
