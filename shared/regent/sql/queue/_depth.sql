-- A queue's depth, as the view queue_depths defines it, for a queue or for a push that asks for it. It reads only
-- partitions with work, and those that no group has come to: where no consumer's row is ready or resting, no group is
-- behind. It returns a table of one row,
-- because Postgres plans only such a function together with its caller, and so for this queue. Where the queue is not
-- known then, half of all partitions seem to be its own, and only their order by name keeps Postgres to their index.
create function queen._depth(p_queue bigint) returns table (depth bigint)
language sql stable as $$
    select coalesce((
               select sum(d.behind) from (
                   select max(_open_in(c.completed, greatest(c.committed, p.tail), p.head)) as behind
                     from consumer_groups g
                    cross join lateral (
                          select r.partition_id, r.committed, r.completed from partition_consumers r
                           where r.group_id = g.id and r.ready
                           union all
                          select r.partition_id, r.committed, r.completed from partition_consumers r
                           where r.group_id = g.id and r.rest_until is not null) c
                     join partitions p on p.id = c.partition_id
                    where g.queue_id = p_queue
                    group by p.id) d), 0)::bigint
         + coalesce((
               select sum(p.head - p.tail - p.removed)
                 from (select o.* from partitions o where o.queue_id = p_queue order by o.name offset 0) p
                where not exists (select from consumer_groups g where g.queue_id = p_queue and g.whole_queue)
                  and not exists (select from partition_consumers c where c.partition_id = p.id)), 0)::bigint
$$;
