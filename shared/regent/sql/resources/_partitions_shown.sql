-- Partitions of these ids, in this order, as lists show them; one that is gone is left out. `groups` lists the groups
-- that follow a partition, with cursor, open messages, lease and lag: at most the hundred groups that have the most
-- left to do.
create function queen._partitions_shown(p_ids bigint[])
returns table (
    id bigint, name text, queue text, head bigint, tail bigint, messages bigint, last_activity timestamptz,
    created_at timestamptz, groups json)
language sql stable as $$
    select p.id, p.name, q.name, p.head, p.tail, p.head - p.tail - p.removed, p.last_activity, p.created_at,
           (select coalesce(json_agg(json_build_object(
                       'name', t.name, 'cursor', t.cursor, 'open', t.open, 'pending', t.open - t.processing,
                       'processing', t.processing,
                       'lease', case when t.live then json_build_object(
                           'id', t.lease_id, 'expiresAt', _instant(t.lease_expires_at),
                           'secondsLeft', _seconds(queen.now(), t.lease_expires_at)) end,
                       'lagSeconds', case when t.open > 0 then _seconds(_oldest_at(p.id, t.first, queen.now()), queen.now())
                                          else 0 end,
                       'paused', t.paused) order by t.name), '[]')
              from (select g.name, g.paused_at is not null as paused, f.first, f.live, c.committed as cursor,
                           c.lease_id, c.lease_expires_at,
                           _open_in(c.completed, f.first, p.head) as open,
                           case when f.live then _open_in(c.completed, f.first, c.batch_end) else 0 end as processing
                      from partition_consumers c
                      join consumer_groups g on g.id = c.group_id
                     cross join lateral (
                           select greatest(c.committed, p.tail),
                                  c.lease_id is not null and c.lease_expires_at > queen.now()) f(first, live)
                     where c.partition_id = p.id
                     order by open desc, g.name limit 100) t)
      from unnest(p_ids) with ordinality w(id, place)
      join partitions p on p.id = w.id
      join queues q on q.id = p.queue_id
     order by w.place
$$;
