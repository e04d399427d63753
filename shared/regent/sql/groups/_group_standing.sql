-- How far a group is behind and its state (_group_state): as counted last with p_counted, if the group was there then,
-- else now, and `as_of` is null. With a counted row, no partition is looked at.
create function queen._group_standing(p_group bigint, p_queue bigint, p_paused_at timestamptz, p_counted boolean)
returns table (members bigint, partitions_with_lag bigint, total_lag bigint, max_time_lag bigint, state text,
               oldest_at timestamptz, as_of timestamptz)
language sql stable as $$
    select coalesce(n.members, s.members), coalesce(n.partitions_with_lag, s.partitions_with_lag),
           coalesce(n.open_messages, s.total_lag), coalesce(n.max_time_lag, s.max_time_lag),
           case when n.group_id is null or p_paused_at is not null then s.state else n.state end,
           case when n.group_id is null then s.oldest_at when n.open_messages > 0 then n.oldest_at end, n.counted_at
      from (values (1)) always(one)
      left join counted_groups n on p_counted and n.group_id = p_group
     cross join lateral _group_state(case when n.group_id is null then p_group end, p_queue, p_paused_at) s
$$;
