-- How full each queue is: messages that its slowest group has not finished, summed over the partitions. What
-- a group completed out of order is finished. A partition to which no group has come yet counts all that it keeps. remaining_capacity is null where there is no
-- limit. A push to a limited queue asks here too (queue/_reserve_capacity.sql).
create view queen.queue_depths as
select q.id as queue_id,
       q.name as queue_name,
       d.depth as current_depth,
       q.max_queue_size,
       case when q.max_queue_size > 0 then greatest(0, q.max_queue_size - d.depth) end as remaining_capacity
  from queen.queues q
 cross join lateral (
       select coalesce(sum(coalesce(s.open, p.head - p.tail - p.removed)), 0)::bigint as depth
         from queen.partitions p
        cross join lateral (
              select max(p.head - greatest(c.committed, p.tail) - case when c.completed is null then 0 else (
                         select coalesce(sum(upper(r) - lower(r)), 0)::bigint
                           from unnest(c.completed * int8multirange(int8range(greatest(c.committed, p.tail), p.head))) r)
                         end) as open
                from queen.partition_consumers c where c.partition_id = p.id) s
        where p.queue_id = q.id) d;
