-- How far a group is behind on a queue, and the state that follows from it:
--   Paused    its pops find nothing
--   Lagging   its oldest open message was pushed more than five minutes ago
--   Stable    it has nothing to do, holds a lease, or has consumed something before
--   Dead      it has never consumed anything
-- This costs one look at each partition that has work. Only for a group that may be dead does it look at the
-- others too, up to the first that the group has consumed from. That lasts five minutes at most, because after
-- them the group is Lagging.
create function queen._group_state(p_group bigint, p_queue bigint, p_paused_at timestamptz)
returns table (members bigint, partitions_with_lag bigint, total_lag bigint, max_time_lag bigint, state text)
language sql stable as $$
    select l.members, l.partitions_with_lag, l.total_lag, floor(l.seconds)::bigint,
           case when p_paused_at is not null then 'Paused'
                when l.seconds > 300 then 'Lagging'
                when l.total_lag = 0 or l.members > 0 then 'Stable'
                when exists (select from partition_consumers c
                              where c.group_id = p_group and c.ready and c.last_consumed_at is not null)
                  or exists (select from partitions p
                               join partition_consumers c on c.partition_id = p.id and c.group_id = p_group
                              where p.queue_id = p_queue and c.last_consumed_at is not null) then 'Stable'
                else 'Dead' end
      from (select count(distinct b.lease_id) filter (where b.lease_expires_at > queen.now()) as members,
                   count(*) as partitions_with_lag,
                   coalesce(sum(b.open_messages), 0)::bigint as total_lag,
                   greatest(0, extract(epoch from queen.now() - min(b.oldest_at))) as seconds
              from group_backlogs b where b.group_id = p_group and b.open_messages > 0) l
$$;
