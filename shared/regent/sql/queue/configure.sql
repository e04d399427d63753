-- Makes a queue, or replaces its options by p_options, which the caller has filled up with defaults
-- (functions/api/configure.py). Labels that are null stay as they are. Returns the queue and the id of its
-- partition `Default` (or "0", if their number is fixed), and whether anything changed. With p_if_revision it changes a queue of that revision only:
-- whoever read the options, and sends all of them back, overwrites nobody else's change.
create function queen.configure(
    p_name text, p_namespace text, p_task text, p_partitions integer, p_options jsonb, p_if_revision integer)
returns table (queue_id bigint, partition_id bigint, namespace text, task text, partitions integer, revision integer, changed boolean)
language plpgsql security definer set search_path = queen, pg_temp as $$
#variable_conflict use_column
declare
    v_new boolean := not exists (select from queues q where q.name = p_name);
    v_id bigint := case when p_if_revision is null then _create_queue(p_name, p_namespace, p_task)
                        else (select q.id from queues q where q.name = p_name) end;
    v_queue queues;
    v_before queues;
begin
    select q.* into v_queue from queues q where q.id = v_id for no key update;
    perform _still_there(found or v_id is null);
    v_before := v_queue;
    v_queue := _configured(v_queue, p_name, p_namespace, p_task, p_partitions, p_options, p_if_revision);
    update queues q
       set namespace = v_queue.namespace, task = v_queue.task,
           fixed_partitions = v_queue.fixed_partitions, lease_time = v_queue.lease_time,
           retry_limit = v_queue.retry_limit, retry_delay = v_queue.retry_delay,
           retry_delay_max = v_queue.retry_delay_max, priority = v_queue.priority,
           delayed_processing = v_queue.delayed_processing, window_buffer = v_queue.window_buffer,
           max_wait_time_seconds = v_queue.max_wait_time_seconds, ttl = v_queue.ttl,
           max_queue_size = v_queue.max_queue_size, retention_enabled = v_queue.retention_enabled,
           retention_seconds = v_queue.retention_seconds,
           completed_retention_seconds = v_queue.completed_retention_seconds,
           pending_retention_seconds = v_queue.pending_retention_seconds,
           dead_letter_retention_seconds = v_queue.dead_letter_retention_seconds,
           encryption_enabled = v_queue.encryption_enabled, dead_letter_queue = v_queue.dead_letter_queue,
           dlq_after_max_retries = v_queue.dlq_after_max_retries, payloads = v_queue.payloads,
           mask_paths = v_queue.mask_paths, depth_bound = null
     where q.id = v_id;
    if (v_queue.delayed_processing, v_queue.window_buffer)
       is distinct from (v_before.delayed_processing, v_before.window_buffer)
    then
        perform _wake_resting(v_id);
    end if;
    perform _create_partitions(v_id, case v_queue.fixed_partitions when 0 then array['Default'] else
        array(select i::text from generate_series(0, v_queue.fixed_partitions - 1) i) end);
    return query
    select q.id, p.id, q.namespace, q.task, q.fixed_partitions, q.revision,
           v_new or q.revision > v_before.revision
      from queues q join partitions p on p.queue_id = q.id
       and p.name = case q.fixed_partitions when 0 then 'Default' else '0' end
     where q.id = v_id;
end $$;
