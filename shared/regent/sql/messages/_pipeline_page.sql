-- A page of the messages of a trace, or of those with a transaction id, oldest first: the order in which a
-- pipeline went. It answers like _page, but looks at all of them, so `total` is exact.
--
-- An index finds a trace. A transaction id is unique only in its partition, so it is looked for in each partition
-- that fits: one index probe a partition.
create function queen._pipeline_page(
    p_queue text, p_partition text, p_namespace text, p_task text, p_group text, p_status text,
    p_trace uuid, p_key uuid, p_from timestamptz, p_to timestamptz, p_limit integer, p_skip integer,
    p_after timestamptz, p_after_partition bigint, p_after_offset bigint,
    out partition_ids bigint[], out offsets bigint[], out total bigint,
    out next_at timestamptz, out next_partition bigint, out next_offset bigint, out next_skip integer,
    out looked integer, out looked_to timestamptz, out sealed integer)
language plpgsql stable as $$
declare
    v_ids bigint[];
    v_instants timestamptz[];
begin
    if p_trace is null then
        select l.ids into v_ids
          from _listed_partitions(p_queue, p_partition, p_namespace, p_task, p_group, null, p_from, p_to, false) l;
    end if;
    with hit as (
        select m.partition_id, m."offset", m.created_at from messages m
         where m.trace_id = p_trace and (p_key is null or m.transaction_key = p_key)
        union all
        select m.partition_id, m."offset", m.created_at
          from unnest(v_ids) u(id)
         cross join lateral (
               select n.partition_id, n."offset", n.created_at from messages n
                where n.partition_id = u.id and n.transaction_key = p_key limit 1) m),
    matching as materialized (
        select h.partition_id, h."offset", h.created_at
          from hit h
          join partitions p on p.id = h.partition_id
          join queues q on q.id = p.queue_id
          left join lateral _message_state(h.partition_id, h."offset", p_group) s
            on num_nonnulls(p_group, p_status) > 0
         where (p_queue is null or q.name = p_queue)
           and (p_partition is null or p.name = p_partition)
           and (p_namespace is null or q.namespace = p_namespace)
           and (p_task is null or q.task = p_task)
           and (p_from is null or h.created_at >= p_from)
           and (p_to is null or h.created_at < p_to)
           and (p_group is null or s.status is not null)
           and (p_status is null or s.status = p_status)),
    page as (
        select m.* from matching m
         where p_after is null
            or (m.created_at, m.partition_id, m."offset") > (p_after, p_after_partition, p_after_offset)
         order by m.created_at, m.partition_id, m."offset" offset p_skip limit p_limit + 1)
    select coalesce(array_agg(g.partition_id order by g.created_at, g.partition_id, g."offset"), '{}'),
           coalesce(array_agg(g."offset" order by g.created_at, g.partition_id, g."offset"), '{}'),
           array_agg(g.created_at order by g.created_at, g.partition_id, g."offset"),
           (select count(*) from matching)
      into partition_ids, offsets, v_instants, total from page g;
    if cardinality(offsets) > p_limit then
        partition_ids := partition_ids[:p_limit];
        offsets := offsets[:p_limit];
        next_at := v_instants[p_limit];
        next_partition := partition_ids[p_limit];
        next_offset := offsets[p_limit];
        next_skip := 0;
    end if;
end $$;
