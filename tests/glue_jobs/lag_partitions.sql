-- The lag job in plain SQL, for a test to compare with: other words, the same rows. Partitions of the snapshot at
-- %(at)s, from the API's view of lag and the stored window, of queues without delays whose groups follow them wholly.
with now as (
    select b.group_id, b.partition_id, p.head, p.head - b.open_messages as position,
           c.acked + c.expired + c.dead as finished, c.popped,
           c.assigned or c.lease_id is not null and c.lease_expires_at > %(at)s as held,
           b.open_messages as offset_lag, b.oldest_at as due_at
      from queen.group_backlogs b
      join queen.queues q on q.id = b.queue_id and q.delayed_processing = 0
      join queen.partitions p on p.id = b.partition_id
      join queen.partition_consumers c on c.partition_id = b.partition_id and c.group_id = b.group_id
     where b.open_messages > 0),
moments as (
    select captured_at from queen.lag_snapshots where scope = 'system' and captured_at < %(at)s
     order by captured_at desc limit 4),
window_rows as (
    select l.captured_at, l.group_id, l.partition_id, l.head, l.position, l.finished, l.popped, l.offset_lag
      from queen.lag_partitions l join moments m using (captured_at)
    union all
    select %(at)s, n.group_id, n.partition_id, n.head, n.position, n.finished, n.popped, n.offset_lag from now n),
steps as (
    select w.*, w.offset_lag - lag(w.offset_lag) over each as grown,
           first_value(w.head) over each as base_head, first_value(w.finished) over each as base_finished,
           first_value(w.popped) over each as base_popped, first_value(w.position) over each as base_position,
           first_value(w.captured_at) over each as base_at, max(w.position) over each as furthest
      from window_rows w window each as (partition by w.group_id, w.partition_id order by w.captured_at)),
seen as (
    select s.group_id, s.partition_id, count(*) as snapshots, coalesce(bool_and(s.grown >= 0), true) as never_fell
      from steps s group by s.group_id, s.partition_id)
select n.group_id, n.partition_id, n.head, n.position, n.finished, n.popped, n.held, n.offset_lag, n.due_at,
       round(extract(epoch from %(at)s - n.due_at), 3)::float8 as time_lag_seconds,
       r.arrival::float8 as arrival_per_second, r.consumption::float8 as consumption_per_second,
       case when r.consumption > r.arrival
            then round(n.offset_lag / (r.consumption - r.arrival), 3)::float8 end as seconds_to_drain,
       case when s.furthest > n.position
              or exists (select from moments m join queen.consumer_groups g on g.id = n.group_id
                          where g.created_at < m.captured_at and n.due_at < m.captured_at - interval '60 s'
                            and not exists (
                                select from queen.lag_partitions l
                                 where l.captured_at = m.captured_at
                                   and l.group_id = n.group_id and l.partition_id = n.partition_id)) then 'rewound'
            when (select count(*) from moments) < 2 or e.snapshots <= (select count(*) from moments) then 'ok'
            when n.position > s.base_position and e.never_fell then 'warning'
            when n.position > s.base_position then 'ok'
            when n.held or n.popped > s.base_popped or n.finished > s.base_finished then 'stalled'
            else 'stopped' end as verdict
  from now n
  join steps s on s.group_id = n.group_id and s.partition_id = n.partition_id and s.captured_at = %(at)s
  join seen e on e.group_id = n.group_id and e.partition_id = n.partition_id
 cross join lateral (select nullif(extract(epoch from %(at)s - s.base_at), 0) as seconds) d
 cross join lateral (
       select round((s.head - s.base_head) / d.seconds, 6) as arrival,
              round((s.finished - s.base_finished) / d.seconds, 6) as consumption) r
 order by n.group_id, n.partition_id
