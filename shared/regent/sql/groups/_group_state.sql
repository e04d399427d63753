-- How far a group is behind on a queue, and the state that follows from it: Paused while its pops find nothing, else
-- as _state_of says; and the instant of its oldest open message. This costs one look at each partition that has work.
create function queen._group_state(p_group bigint, p_queue bigint, p_paused_at timestamptz)
returns table (members bigint, partitions_with_lag bigint, total_lag bigint, max_time_lag bigint, state text,
               oldest_at timestamptz)
language sql stable as $$
    select l.members, l.partitions_with_lag, l.total_lag, floor(l.seconds)::bigint,
           case when p_paused_at is not null then 'Paused'
                else _state_of(p_group, p_queue, l.seconds, l.total_lag, l.members) end,
           l.oldest_at
      from (select count(distinct b.lease_id) filter (where b.lease_expires_at > queen.now()) as members,
                   count(*) as partitions_with_lag,
                   coalesce(sum(b.open_messages), 0)::bigint as total_lag, min(b.oldest_at) as oldest_at,
                   greatest(0, extract(epoch from queen.now() - min(b.oldest_at)))::double precision as seconds
              from group_backlogs b where b.group_id = p_group and b.open_messages > 0) l
$$;
