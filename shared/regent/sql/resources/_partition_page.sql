-- A page of partitions (_partitions_shown) of one queue, or of all queues if p_queue is null, by queue name and
-- partition name. It starts behind (p_after_queue, p_after) and walks the indexes on these names, so it costs the page
-- and nothing else.
create function queen._partition_page(
    p_queue bigint, p_after_queue text, p_after text, p_offset integer, p_limit integer)
returns table (
    id bigint, name text, queue text, head bigint, tail bigint, messages bigint, last_activity timestamptz,
    created_at timestamptz, groups json)
language sql stable as $$
    select s.* from _partitions_shown(array(
        select p.id
          from queues q
         cross join lateral (
               select r.id, r.name from partitions r
                where r.queue_id = q.id and r.name > case when q.name = p_after_queue then p_after else '' end
                order by r.name limit p_offset + p_limit) p
         where (p_queue is null or q.id = p_queue) and (p_after_queue is null or q.name >= p_after_queue)
         order by q.name, p.name offset p_offset limit p_limit)) s
$$;
