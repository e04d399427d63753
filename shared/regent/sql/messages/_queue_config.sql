-- A queue's options under their names in the API (functions/api/configure.py).
create function queen._queue_config(p_queue queen.queues) returns json
language sql stable as $$
    select json_build_object(
        'leaseTime', p_queue.lease_time,
        'retryLimit', p_queue.retry_limit,
        'retryDelay', p_queue.retry_delay,
        'retryDelayMax', p_queue.retry_delay_max,
        'priority', p_queue.priority,
        'delayedProcessing', p_queue.delayed_processing,
        'windowBuffer', p_queue.window_buffer,
        'maxSize', p_queue.max_queue_size,
        'ttl', p_queue.ttl,
        'maxWaitTimeSeconds', p_queue.max_wait_time_seconds,
        'retentionEnabled', p_queue.retention_enabled,
        'retentionSeconds', p_queue.retention_seconds,
        'completedRetentionSeconds', p_queue.completed_retention_seconds,
        'pendingRetentionSeconds', p_queue.pending_retention_seconds,
        'deadLetterRetentionSeconds', p_queue.dead_letter_retention_seconds,
        'encryptionEnabled', p_queue.encryption_enabled,
        'deadLetterQueue', p_queue.dead_letter_queue,
        'dlqAfterMaxRetries', p_queue.dlq_after_max_retries,
        'payloads', p_queue.payloads,
        'maskPaths', p_queue.mask_paths,
        'partitions', nullif(p_queue.fixed_partitions, 0))
$$;
