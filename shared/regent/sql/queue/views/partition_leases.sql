-- Leases and their holders, in the shape that the seeds' monitoring queries read: one row per (partition, group)
-- that was ever leased. released_at is null while the lease runs, and after it ran out until a pop or the reclaim
-- ends it.
create view queen.partition_leases as
select c.partition_id,
       g.name as consumer_group,
       c.lease_id,
       c.lease_expires_at,
       (select jsonb_agg(m.id order by m."offset")
          from queen.messages m
         where c.lease_id is not null
           and m.partition_id = c.partition_id and m."offset" >= c.committed and m."offset" < c.batch_end
           and (c.completed is null or not c.completed @> m."offset")) as message_batch,
       c.leased_at as created_at,
       case when c.lease_id is null then c.released_at end as released_at
  from queen.partition_consumers c
  join queen.consumer_groups g on g.id = c.group_id
 where c.leased_at is not null;
