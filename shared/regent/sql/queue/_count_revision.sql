-- Counts the revisions of a queue's options and labels, changed through `configure` or by an operator's update. A
-- revision that somebody read stands for all of them (configure's p_if_revision).
create function queen._count_revision() returns trigger
language plpgsql as $$
begin
    new.revision := old.revision + 1;
    return new;
end $$;

create trigger count_revision before update of namespace, task, fixed_partitions, lease_time, retry_limit, retry_delay,
        retry_delay_max, priority, delayed_processing, window_buffer, max_wait_time_seconds, ttl, max_queue_size,
        retention_enabled, retention_seconds, completed_retention_seconds, pending_retention_seconds,
        dead_letter_retention_seconds, encryption_enabled, dead_letter_queue, dlq_after_max_retries, payloads, mask_paths on queen.queues
    for each row
    when ((new.namespace, new.task, new.fixed_partitions, new.lease_time, new.retry_limit, new.retry_delay,
           new.retry_delay_max, new.priority, new.delayed_processing, new.window_buffer, new.max_wait_time_seconds,
           new.ttl, new.max_queue_size, new.retention_enabled, new.retention_seconds,
           new.completed_retention_seconds, new.pending_retention_seconds,
           new.dead_letter_retention_seconds, new.encryption_enabled,
           new.dead_letter_queue, new.dlq_after_max_retries,
           new.payloads, new.mask_paths)
          is distinct from
          (old.namespace, old.task, old.fixed_partitions, old.lease_time, old.retry_limit, old.retry_delay,
           old.retry_delay_max, old.priority, old.delayed_processing, old.window_buffer, old.max_wait_time_seconds,
           old.ttl, old.max_queue_size, old.retention_enabled, old.retention_seconds,
           old.completed_retention_seconds, old.pending_retention_seconds,
           old.dead_letter_retention_seconds, old.encryption_enabled,
           old.dead_letter_queue, old.dlq_after_max_retries,
           old.payloads, old.mask_paths))
    execute function queen._count_revision();
