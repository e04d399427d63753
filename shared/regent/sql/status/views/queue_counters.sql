-- Everything that ever happened in each queue, as of now: the sums of its partitions and consumers' rows, deleted
-- ones included. No sum ever falls. `depth` is that of queue_depths, from the same look. It looks once at each
-- partition and once at each consumer's row, and reads no messages.
create view queen.queue_counters as
select q.id as queue_id, q.name as queue_name,
       coalesce(l.depth, 0) as depth,
       coalesce(l.pushed, 0) + coalesce(d.pushed, 0) as pushed,
       coalesce(l.popped, 0) + coalesce(d.popped, 0) as popped,
       coalesce(l.acked, 0) + coalesce(d.acked, 0) as acked,
       coalesce(l.failed, 0) + coalesce(d.failed, 0) as failed,
       coalesce(l.lapsed, 0) + coalesce(d.lapsed, 0) as lapsed,
       coalesce(l.expired, 0) + coalesce(d.expired, 0) as expired,
       coalesce(l.dead, 0) + coalesce(d.dead, 0) as dead
  from queen.queues q
  left join (
       select s.queue_id, sum(s.depth)::bigint as depth, sum(s.head)::bigint as pushed, sum(s.popped)::bigint as popped,
              sum(s.acked)::bigint as acked, sum(s.failed)::bigint as failed, sum(s.lapsed)::bigint as lapsed,
              sum(s.expired)::bigint as expired, sum(s.dead)::bigint as dead
         from (select p.queue_id, p.head,
                      coalesce(max(case when c.completed is null then p.head - greatest(c.committed, p.tail)
                                        else p.head - greatest(c.committed, p.tail) - (
                                   select coalesce(sum(upper(r) - lower(r)), 0)::bigint
                                     from unnest(c.completed * int8multirange(
                                              int8range(greatest(c.committed, p.tail), p.head))) r) end)
                                   filter (where c.partition_id is not null), p.head - p.tail - p.removed) as depth,
                      sum(c.popped) as popped, sum(c.acked) as acked, sum(c.failed) as failed,
                      sum(c.lapsed) as lapsed, sum(c.expired) as expired, sum(c.dead) as dead
                 from queen.partitions p
                 left join queen.partition_consumers c on c.partition_id = p.id
                group by p.id) s
        group by s.queue_id) l on l.queue_id = q.id
  left join (
       select n.queue_id, sum(n.pushed)::bigint as pushed, sum(n.popped)::bigint as popped,
              sum(n.acked)::bigint as acked, sum(n.failed)::bigint as failed, sum(n.lapsed)::bigint as lapsed,
              sum(n.expired)::bigint as expired, sum(n.dead)::bigint as dead
         from queen.deleted_counts n
        group by n.queue_id) d on d.queue_id = q.id;
