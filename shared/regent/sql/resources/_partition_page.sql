-- A page of partitions of one queue, or of all queues if p_queue is null, by queue name and partition name. It
-- starts behind (p_after_queue, p_after) and walks the indexes on these names, so it costs the page and nothing
-- else. `groups` lists the groups that follow a partition, with cursor, open messages, lease and lag: at most the
-- hundred groups that have the most left to do.
create function queen._partition_page(
    p_queue bigint, p_after_queue text, p_after text, p_offset integer, p_limit integer)
returns table (
    id bigint, name text, queue text, head bigint, tail bigint, messages bigint, last_activity timestamptz,
    created_at timestamptz, groups json)
language sql stable as $$
    with page as materialized (
        select q.name as queue, p.id, p.name, p.head, p.tail, p.removed, p.last_activity, p.created_at
          from queues q
         cross join lateral (
               select r.* from partitions r
                where r.queue_id = q.id and r.name > case when q.name = p_after_queue then p_after else '' end
                order by r.name limit p_offset + p_limit) p
         where (p_queue is null or q.id = p_queue) and (p_after_queue is null or q.name >= p_after_queue)
         order by q.name, p.name offset p_offset limit p_limit)
    select p.id, p.name, p.queue, p.head, p.tail, p.head - p.tail - p.removed, p.last_activity, p.created_at,
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
      from page p
     order by p.queue, p.name
$$;
