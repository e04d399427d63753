-- The oldest messages of many partitions behind a place in the order (created_at, partition, offset), oldest first: at
-- most p_limit, none from p_before on. The partitions come from _listed_partitions, which sorts them for this.
--
-- It goes the way of _newest_messages from the other end. No message of a partition is older than its bound. So once
-- the last message of a full page is older than the next bound, no partition that is left can change the page.
create function queen._oldest_messages(
    p_ids bigint[], p_firsts bigint[], p_heads bigint[], p_bounds timestamptz[], p_before timestamptz,
    p_at timestamptz, p_partition bigint, p_offset bigint, p_limit integer,
    out partition_ids bigint[], out offsets bigint[], out instants timestamptz[])
language plpgsql stable
set plan_cache_mode = force_generic_plan
as $$
declare
    v_count integer := coalesce(cardinality(p_ids), 0);
    v_done integer := 0;
    v_chunk integer := 4;
    v_end timestamptz := p_before;      -- messages from then on are not in the page
begin
    partition_ids := '{}';
    offsets := '{}';
    instants := '{}';
    while v_done < v_count and case
            when cardinality(instants) = p_limit
            then (p_bounds[v_done + 1], p_ids[v_done + 1]) < (instants[p_limit], partition_ids[p_limit])
            else (p_bounds[v_done + 1] < p_before) is not false end
    loop
        with part as materialized (
            select u.id, u.head,
                   case when p_at is null or u.bound > p_at then u.first
                        when u.id = p_partition then greatest(u.first, least(p_offset, u.head) + 1)
                        -- Messages of the same instant in partitions with lower ids come before p_partition's.
                        else _offset_at(u.id, u.first, u.head, p_at
                                        + case when u.id < p_partition then interval '1 microsecond' else '0' end)
                    end as start
              from unnest(p_ids[v_done + 1:v_done + v_chunk], p_firsts[v_done + 1:v_done + v_chunk],
                          p_heads[v_done + 1:v_done + v_chunk], p_bounds[v_done + 1:v_done + v_chunk])
                   u(id, first, head, bound)),
        span as materialized (
            select s.id, s.start, case when v_end is null then s.head
                                       else _offset_at(s.id, s.start, s.head, v_end) end as upto
              from part s),
        candidate as (
            select m.partition_id, m."offset", m.created_at
              from span s
             cross join lateral (
                   select n.partition_id, n."offset", n.created_at from messages n
                    where n.partition_id = s.id and n."offset" >= s.start and n."offset" < s.upto
                    order by n."offset" limit p_limit) m
            union all
            select * from unnest(partition_ids, offsets, instants)),
        best as (
            select c.* from candidate c
             order by c.created_at, c.partition_id, c."offset" limit p_limit)
        select coalesce(array_agg(b.partition_id order by b.created_at, b.partition_id, b."offset"), '{}'),
               coalesce(array_agg(b."offset" order by b.created_at, b.partition_id, b."offset"), '{}'),
               coalesce(array_agg(b.created_at order by b.created_at, b.partition_id, b."offset"), '{}')
          into partition_ids, offsets, instants from best b;
        if cardinality(instants) = p_limit then
            v_end := instants[p_limit] + interval '1 microsecond';
        end if;
        v_done := v_done + v_chunk;
        v_chunk := least(4 * v_chunk, 10000);
    end loop;
end $$;
