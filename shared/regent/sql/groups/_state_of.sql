-- The state of a group on a queue, apart from a pause: its oldest open message waits since p_seconds, p_open messages
-- are open, and p_members consumers hold leases.
--   Lagging   its oldest open message was pushed more than five minutes ago
--   Stable    it has nothing to do, holds a lease, or has consumed something before
--   Dead      it has never consumed anything
-- Only for a group that may be dead does it look at partitions, up to the first that the group has consumed from.
-- That lasts five minutes at most, because after them the group is Lagging.
create function queen._state_of(
    p_group bigint, p_queue bigint, p_seconds double precision, p_open bigint, p_members bigint) returns text
language sql stable as $$
    select case when p_seconds > 300 then 'Lagging'
                when p_open = 0 or p_members > 0 then 'Stable'
                when exists (select from partition_consumers c
                              where c.group_id = p_group and c.ready and c.last_consumed_at is not null)
                  or exists (select from partitions p
                               join partition_consumers c on c.partition_id = p.id and c.group_id = p_group
                              where p.queue_id = p_queue and c.last_consumed_at is not null) then 'Stable'
                else 'Dead' end
$$;
