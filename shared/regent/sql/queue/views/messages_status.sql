-- The state of each message for each group that follows its partition, derived from the group's cursor. It is
-- pending, delayed (not due before due_at), processing, completed, failed (will be retried), dead or expired (passed
-- over by ttl).
create view queen.messages_status as
select m.id as message_id,
       m.partition_id,
       m."offset",
       g.name as consumer_group,
       case
           when d.id is not null and (m."offset" < c.committed or c.completed @> m."offset") then 'dead'
           when c.passed @> m."offset" then 'expired'
           when m."offset" < c.committed or c.completed @> m."offset" then 'completed'
           when c.lease_id is not null and c.lease_expires_at > queen.now() and m."offset" < c.batch_end
               then 'processing'
           when a.attempts is not null then 'failed'
           when due.at > queen.now() then 'delayed'
           else 'pending'
       end as status,
       case when c.lease_id is not null and m."offset" >= c.committed and m."offset" < c.batch_end
           then c.leased_at end as processing_at,
       coalesce(d.failed_at, a.failed_at) as failed_at,
       coalesce(d.retry_count, a.attempts, 0) as retry_count,
       coalesce(d.error_message, a.last_error) as error_message,
       case when c.lease_id is not null and m."offset" >= c.committed and m."offset" < c.batch_end
           then c.lease_expires_at end as lease_expires_at,
       case when due.at > queen.now() then due.at end as due_at
  from queen.messages m
  join queen.partition_consumers c on c.partition_id = m.partition_id
  join queen.consumer_groups g on g.id = c.group_id
  join queen.queues q on q.id = g.queue_id
 -- As queen._due_at, which those who may read this view may not call.
 cross join lateral (
       select greatest(m.available_at, case when q.delayed_processing > 0 then
                  m.created_at + make_interval(secs => q.delayed_processing) end) as at) due
  left join queen.attempts a
    on a.partition_id = m.partition_id and a.group_id = c.group_id and a."offset" = m."offset"
  left join queen.dead_letter_queue d
    on d.partition_id = m.partition_id and d.group_id = c.group_id and d."offset" = m."offset";
