-- The messages in the ranges of the archive's batches, by partition and offset, for the retention job to read. So
-- the job's role sees the messages that it archives, and no others. `offset 0` keeps each range a walk along the
-- primary key, whatever the planner believes of a partition's depth.
create view queen.messages_to_archive as
select r.batch_id, r.queue, m.partition_id, r.partition_name as partition, m."offset", m.id::text as id,
       coalesce(m.transaction_text, m.transaction_key::text) as transaction_id, m.trace_id::text as trace_id,
       m.key, m.headers::text as headers, m.payload::text as payload, m.is_encrypted, m.producer_sub,
       m.created_at, m.available_at
  from (select a.batch_id, b.queue_name as queue, a.partition_id, p.name as partition_name, a.from_offset, a.to_offset
          from queen.archive_ranges a
          join queen.archive_batches b on b.id = a.batch_id
          join queen.partitions p on p.id = a.partition_id
         order by a.batch_id, a.partition_id, a.from_offset) r
 cross join lateral (
       select s.* from queen.messages s
        where s.partition_id = r.partition_id and s."offset" >= r.from_offset and s."offset" < r.to_offset
        order by s."offset" offset 0) m;
