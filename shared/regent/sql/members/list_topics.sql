-- A page of the topics by name, and how many there are in all. With p_topic only that one, and also where each of
-- its partitions begins and ends.
create function queen.list_topics(p_topic text, p_after text, p_offset integer, p_limit integer)
returns table (topic text, partitions integer, created_at_ms bigint, total bigint, offsets jsonb)
language plpgsql stable security definer set search_path = queen, pg_temp as $$
#variable_conflict use_column
begin
    if p_topic is not null then
        perform _require_topic(p_topic);
    end if;
    return query
    select q.name, q.fixed_partitions, _milliseconds(q.created_at),
           (select count(*) from queues a where a.fixed_partitions > 0),
           case when p_topic is not null then (
               select jsonb_agg(jsonb_build_object(
                          'partition', p.name::integer, 'logStartOffset', p.tail, 'highWatermark', p.head)
                          order by p.name::integer)
                 from partitions p where p.queue_id = q.id) end
      from queues q
     where q.fixed_partitions > 0 and (p_topic is null or q.name = p_topic) and (p_after is null or q.name > p_after)
     order by q.name offset p_offset limit p_limit;
end $$;
