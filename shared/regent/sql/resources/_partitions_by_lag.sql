-- Ids of partitions in which something waits for a group: those that pops would take next, then (`rank` 1) those that
-- rest, by when their rest ends; behind (p_after_rank, p_after_at, p_after_id). Each has its place in an index.
create function queen._partitions_by_lag(
    p_group bigint, p_after_rank integer, p_after_at timestamptz, p_after_id bigint, p_offset integer, p_limit integer)
returns table (id bigint)
language sql stable as $$
    select w.id
      from ((select 0 as rank, c.oldest_at as at, c.partition_id as id from partition_consumers c
              where c.group_id = p_group and c.ready and coalesce(p_after_rank, 0) = 0
                and (c.oldest_at, c.partition_id) > (coalesce(p_after_at, '-infinity'), coalesce(p_after_id, 0))
              order by c.oldest_at, c.partition_id limit p_offset + p_limit)
            union all
            (select 1, c.rest_until, c.partition_id from partition_consumers c
              where c.group_id = p_group and c.rest_until is not null and not c.ready
                and (c.rest_until, c.partition_id)
                    > (case when p_after_rank = 1 then p_after_at else '-infinity' end,
                       case when p_after_rank = 1 then p_after_id else 0 end)
              order by c.rest_until, c.partition_id limit p_offset + p_limit)) w
     order by w.rank, w.at, w.id offset p_offset limit p_limit
$$;
