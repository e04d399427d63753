-- How long the oldest open message of each objective has waited, as of the last count (count_backlogs): of a queue, of
-- a group, of a group on a queue, or of all of them where both are null. 0 where nothing waits, and where nobody is
-- there. A message that waited at the last count, and is completed since, waits until the next one.
create function queen.measure_objectives(p_names text[], p_queues text[], p_groups text[])
returns table (name text, seconds double precision)
language sql stable security definer set search_path = queen, pg_temp as $$
    select o.name, coalesce(max(_seconds(b.oldest_at, queen.now())), 0)
      from unnest(p_names, p_queues, p_groups) as o(name, queue, consumer_group)
      left join (select q.name as queue, g.name as consumer_group, c.oldest_at
                   from counted_groups c
                   join consumer_groups g on g.id = c.group_id
                   join queues q on q.id = g.queue_id
                  where c.oldest_at is not null) b
        on (o.queue is null or b.queue = o.queue)
       and (o.consumer_group is null or b.consumer_group = o.consumer_group)
     group by o.name
$$;
