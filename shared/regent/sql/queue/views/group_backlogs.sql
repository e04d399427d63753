-- What each group still has to do, by partition: a row for each partition that may hold open messages, none where
-- the group is done. These rows stand in the indexes of ready and of resting rows. So lag costs a look at the
-- partitions that have work, not at all partitions.
--
-- open_messages   not completed by the group, including those that it holds at the moment (processing)
-- oldest_at       when the first of them was pushed
create view queen.group_backlogs as
select q.id as queue_id, q.name as queue_name, q.namespace, q.task,
       g.id as group_id, g.name as consumer_group, g.paused_at,
       p.id as partition_id, p.name as partition_name,
       p.head - f.first - case when c.completed is null then 0 else (     -- as it nearly always is
           select coalesce(sum(upper(r) - lower(r)), 0)::bigint
             from unnest(c.completed * int8multirange(int8range(f.first, p.head))) r) end
           as open_messages,
       case when c.lease_id is not null and c.lease_expires_at > queen.now()
            then c.batch_end - f.first - (select coalesce(sum(upper(r) - lower(r)), 0)
                     from unnest(c.completed * int8multirange(int8range(f.first, c.batch_end))) r)::bigint
            else 0 end as processing,
       -- The row's key is the instant of the message at the cursor, except in two cases. A message that was given
       -- back has the moment of its return, behind those that waited then (_settle). Acks under a lease leave the
       -- key as it was (HOT).
       case when c.oldest_at = c.released_at or c.lease_id is not null
            then coalesce((select m.created_at from queen.messages m
                            where m.partition_id = p.id and m."offset" >= f.first order by m."offset" limit 1),
                          c.oldest_at)
            else c.oldest_at end as oldest_at,
       -- The row keeps the instant of its last lease.
       c.lease_id, case when c.lease_id is not null then c.lease_expires_at end as lease_expires_at, c.rest_until
  from queen.consumer_groups g
  join queen.queues q on q.id = g.queue_id
 cross join lateral (
       select r.partition_id, r.committed, r.completed, r.batch_end, r.oldest_at, r.released_at,
              r.lease_id, r.lease_expires_at, r.rest_until, r.skip_before
         from queen.partition_consumers r where r.group_id = g.id and r.ready
        union all
       select r.partition_id, r.committed, r.completed, r.batch_end, r.oldest_at, r.released_at,
              r.lease_id, r.lease_expires_at, r.rest_until, r.skip_before
         from queen.partition_consumers r where r.group_id = g.id and r.rest_until is not null) c
  join queen.partitions p on p.id = c.partition_id
 cross join lateral (select greatest(c.committed, p.tail) as first) f
 where p.head > f.first and (c.skip_before is null or p.last_activity >= c.skip_before);
