-- One message with its payload, and its state in each group that follows its partition. No row if there is no such
-- message.
create function queen.read_message(p_partition bigint, p_key uuid)
returns table (
    id uuid, transaction_id text, partition_id bigint, queue text, partition text, namespace text, task text,
    "offset" bigint, status text, queue_status text, consumed_by bigint, total_groups bigint, trace_id uuid,
    producer_sub text, queue_priority integer, created_at timestamptz, lease_expires_at timestamptz,
    is_encrypted boolean, key text, due_at timestamptz,
    available_at timestamptz, payload json, headers json, error_message text, retry_count integer,
    queue_config json, consumer_groups json, payloads text, mask_paths text[])
language sql stable security definer
set search_path = queen, pg_temp
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
    select r.*, m.available_at, m.payload, m.headers, s.error_message, coalesce(s.retry_count, 0), _queue_config(q),
           s.groups, q.payloads, q.mask_paths
      from messages m
     cross join lateral _message_rows(array[m.partition_id], array[m."offset"], null) r
      join partitions p on p.id = m.partition_id
      join queues q on q.id = p.queue_id
     cross join lateral (
           select (array_agg(g.error_message order by g.failed_at desc nulls last))[1] as error_message,
                  max(g.retry_count) as retry_count,
                  coalesce(json_agg(json_build_object(
                      'consumerGroup', g.consumer_group, 'status', g.status, 'attempts', g.retry_count,
                      'lastAttempts', coalesce(a.recent, d.attempts, '[]'), 'errorMessage', g.error_message, 'failedAt', _instant(g.failed_at),
                      'processingAt', case when g.status = 'processing' then _instant(g.processing_at) end,
                      'lastConsumedAt', _instant(c.last_consumed_at),
                      'leaseId', case when g.status = 'processing' then c.lease_id || '.' || c.partition_id end,
                      'leaseExpiresAt', case when g.status = 'processing' then _instant(g.lease_expires_at) end,
                      'deadLetter', case when d.id is not null then json_build_object(
                          'id', d.id::text, 'reason', d.reason) end) order by g.consumer_group), '[]') as groups
             from messages_status g
             join consumer_groups n on n.queue_id = q.id and n.name = g.consumer_group
             join partition_consumers c on c.partition_id = m.partition_id and c.group_id = n.id
             left join dead_letter_queue d
               on d.partition_id = m.partition_id and d.group_id = n.id and d."offset" = m."offset"
             left join attempts a
               on a.partition_id = m.partition_id and a.group_id = n.id and a."offset" = m."offset"
            where g.partition_id = m.partition_id and g."offset" = m."offset") s
     where m.partition_id = p_partition and m.transaction_key = p_key
$$;
