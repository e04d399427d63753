-- The partitions that lanes name; id is null where one is missing. A lane without a name goes to `Default`,
-- or, in a queue with a fixed number of partitions, to the one least recently active.
create function queen._lanes(p_lanes jsonb)
returns table (lane bigint, id bigint, name text, n integer, queue_id bigint,
               max_queue_size integer, encryption_enabled boolean)
language sql as $$
    with wanted as materialized (
        select l.lane, l.n, q.id as queue_id, q.max_queue_size, q.encryption_enabled,
               case when l.p is null and q.fixed_partitions > 0 then _least_active(q.id, q.name, p_lanes)
                    else coalesce(l.p, 'Default') end as name
          from rows from (jsonb_to_recordset(p_lanes) as (q text, p text, n integer)) with ordinality l(q, p, n, lane)
          left join queues q on q.name = l.q)
    select w.lane, p.id, p.name, w.n, w.queue_id, w.max_queue_size, w.encryption_enabled
      from wanted w left join partitions p on p.queue_id = w.queue_id and p.name = w.name
$$;
