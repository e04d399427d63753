-- Ids of partitions of one queue, or of all queues if p_queue is null, by queue name and partition name: those that
-- begin with p_prefix, from p_from on, behind (p_after_queue, p_after). It walks the indexes on these names, so it
-- costs these partitions and nothing else.
create function queen._partitions_by_name(
    p_queue bigint, p_prefix text, p_from text, p_after_queue text, p_after text, p_offset integer, p_limit integer)
returns table (id bigint)
language sql stable as $$
    select p.id
      from queues q
     cross join lateral (
           select r.id, r.name from partitions r
            where r.queue_id = q.id and r.name > case when q.name = p_after_queue then p_after else '' end
              and r.name >= coalesce(greatest(p_prefix collate "C", p_from), '')
              -- No name that begins so comes later: the last character there is, as often as a name may have it.
              and r.name <= coalesce(p_prefix, '') || repeat(chr(1114111), 255)
            order by r.name limit p_offset + p_limit) p
     where (p_queue is null or q.id = p_queue) and (p_after_queue is null or q.name >= p_after_queue)
     order by q.name, p.name offset p_offset limit p_limit
$$;
