-- A message's state over all groups that follow its partition, or for one of them (p_group): null if that group
-- does not follow it. Over all groups it is the first of these that holds:
--   dead        a group gave it up
--   processing  a group holds it
--   failed      it failed in a group
--   delayed     as pending, but it is not due yet
--   pending     a group still has to process it, or no group follows
--   expired     it was too old for a group
--   completed   otherwise
create function queen._message_state(p_partition bigint, p_offset bigint, p_group text)
returns table (
    status text, queue_status text, consumed_by bigint, total_groups bigint, lease_expires_at timestamptz)
language sql stable rows 1 as $$
    select case when p_group is not null then max(s.status) filter (where s.consumer_group = p_group)
                when bool_or(s.status = 'dead') then 'dead'
                when bool_or(s.status = 'processing') then 'processing'
                when bool_or(s.status = 'failed') then 'failed'
                when bool_or(s.status = 'delayed') then 'delayed'
                when bool_or(s.status = 'pending') then 'pending'
                when count(*) = 0 then (
                     select case when _due_at(m.created_at, q.delayed_processing, m.available_at) is null
                                 then 'pending' else 'delayed' end
                       from messages m
                       join partitions p on p.id = m.partition_id
                       join queues q on q.id = p.queue_id
                      where m.partition_id = p_partition and m."offset" = p_offset)
                when bool_or(s.status = 'expired') then 'expired'
                else 'completed' end,
           max(s.status) filter (where s.consumer_group = '__QUEUE_MODE__'),
           count(*) filter (where s.consumer_group <> '__QUEUE_MODE__' and s.status = 'completed'),
           count(*) filter (where s.consumer_group <> '__QUEUE_MODE__'),
           max(s.lease_expires_at) filter (where s.status = 'processing'
                                             and (p_group is null or s.consumer_group = p_group))
      from messages_status s
     where s.partition_id = p_partition and s."offset" = p_offset
$$;
