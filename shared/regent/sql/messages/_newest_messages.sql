-- The newest messages of many partitions before a place in the order (created_at, partition, offset), newest
-- first: at most p_limit, none from before p_from. The partitions come from _listed_partitions.
--
-- There is no index on created_at, because every push would pay for it. But within a partition offsets are in
-- order of time, and no message of a partition is newer than its bound. So the loop goes through the partitions in
-- the order of their bounds, some at a time. Once the last message of a full page is newer than the next bound, no
-- partition that is left can change the page (the threshold algorithm). From each partition only messages newer
-- than the page's last one so far are read; a search on the primary key finds where they begin.
create function queen._newest_messages(
    p_ids bigint[], p_firsts bigint[], p_heads bigint[], p_bounds timestamptz[], p_from timestamptz,
    p_at timestamptz, p_partition bigint, p_offset bigint, p_limit integer,
    out partition_ids bigint[], out offsets bigint[], out instants timestamptz[])
language plpgsql stable
set plan_cache_mode = force_generic_plan
as $$
declare
    v_count integer := coalesce(cardinality(p_ids), 0);
    v_done integer := 0;
    v_chunk integer := 4;
    v_floor timestamptz := p_from;      -- older messages are not in the page
begin
    partition_ids := '{}';
    offsets := '{}';
    instants := '{}';
    -- Only a message that comes before the page's last one changes a full page. Of messages of one instant, those
    -- of partitions with higher ids come first.
    while v_done < v_count and case
            when cardinality(instants) = p_limit
            then (p_bounds[v_done + 1], p_ids[v_done + 1]) > (v_floor, partition_ids[p_limit])
            else (p_bounds[v_done + 1] >= p_from) is not false end
    loop
        with part as materialized (
            select u.id, u.first,
                   case when p_at is null or u.bound < p_at then u.head
                        when u.id = p_partition then least(u.head, p_offset)
                        -- Messages of the same instant in partitions with lower ids come after p_partition's.
                        else _offset_back(u.id, u.first, u.head, p_at
                                          + case when u.id < p_partition then interval '1 microsecond' else '0' end)
                    end as upto
              from unnest(p_ids[v_done + 1:v_done + v_chunk], p_firsts[v_done + 1:v_done + v_chunk],
                          p_heads[v_done + 1:v_done + v_chunk], p_bounds[v_done + 1:v_done + v_chunk])
                   u(id, first, head, bound)),
        span as materialized (
            select s.id, s.upto, case when v_floor is null then s.first
                                      else _offset_back(s.id, s.first, s.upto, v_floor) end as start
              from part s),
        candidate as (
            select m.partition_id, m."offset", m.created_at
              from span s
             cross join lateral (
                   select n.partition_id, n."offset", n.created_at from messages n
                    where n.partition_id = s.id and n."offset" >= s.start and n."offset" < s.upto
                    order by n."offset" desc limit p_limit) m
            union all
            select * from unnest(partition_ids, offsets, instants)),
        best as (
            select c.* from candidate c
             order by c.created_at desc, c.partition_id desc, c."offset" desc limit p_limit)
        select coalesce(array_agg(b.partition_id order by b.created_at desc, b.partition_id desc, b."offset" desc), '{}'),
               coalesce(array_agg(b."offset" order by b.created_at desc, b.partition_id desc, b."offset" desc), '{}'),
               coalesce(array_agg(b.created_at order by b.created_at desc, b.partition_id desc, b."offset" desc), '{}')
          into partition_ids, offsets, instants from best b;
        if cardinality(instants) = p_limit then
            v_floor := instants[p_limit];
        end if;
        v_done := v_done + v_chunk;
        v_chunk := least(4 * v_chunk, 10000);
    end loop;
end $$;
