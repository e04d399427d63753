-- Raises RG008: the group is on the queue, but does not follow this partition of it.
create function queen._refuse_unfollowed(p_group text, p_queue text, p_partition text) returns void
language plpgsql as $$
begin
    raise exception 'consumer group % does not follow partition % of queue %', p_group, p_partition, p_queue
        using errcode = 'RG008', detail = jsonb_build_object(
            'consumerGroup', p_group, 'queue', p_queue, 'partition', p_partition)::text;
end $$;
