-- The maintenance switches: those of the whole system, and those of each queue that has one on.
create function queen.read_maintenance() returns table (push boolean, pop boolean, changed_at timestamptz, queues jsonb)
language sql stable security definer set search_path = queen, pg_temp as $$
    select m.push, m.pop, m.changed_at,
           (select coalesce(jsonb_agg(jsonb_build_object(
                       'queue', q.name, 'push', q.push_maintenance, 'pop', q.pop_maintenance) order by q.name), '[]')
              from queues q where q.push_maintenance or q.pop_maintenance)
      from maintenance m
$$;
