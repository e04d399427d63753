-- Makes a topic: a queue with p_partitions partitions, named "0" and up. A topic that exists keeps its options and
-- may grow. Raises RG005 if it would shrink, or if a queue of that name has partitions that are not fixed.
create function queen.create_topic(p_topic text, p_partitions integer)
returns table (created boolean, partitions integer, created_at_ms bigint, changed boolean)
language plpgsql security definer set search_path = queen, pg_temp as $$
#variable_conflict use_column
declare
    v_queue queues;
begin
    perform _create_queue(p_topic);
    select q.* into v_queue from queues q where q.name = p_topic for no key update;
    perform _still_there(found);
    if p_partitions < v_queue.fixed_partitions or (v_queue.fixed_partitions = 0 and v_queue.partition_count > 0) then
        raise exception 'queue % has % partitions; their number is fixed when the queue is made and can only grow',
            p_topic, coalesce(nullif(v_queue.fixed_partitions, 0), v_queue.partition_count)
            using errcode = 'RG005', detail = jsonb_build_object(
                'queue', p_topic, 'partitions', v_queue.fixed_partitions, 'requested', p_partitions)::text;
    end if;
    if p_partitions > v_queue.fixed_partitions then
        update queues q set fixed_partitions = p_partitions where q.id = v_queue.id;
        perform _create_partitions(v_queue.id, array(select i::text from generate_series(0, p_partitions - 1) i));
    end if;
    return query select v_queue.fixed_partitions = 0, p_partitions, _milliseconds(v_queue.created_at),
                        p_partitions > v_queue.fixed_partitions;
end $$;
