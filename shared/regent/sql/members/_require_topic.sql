-- The queue behind a topic: one with a fixed number of partitions. Raises RG106 if there is none.
create function queen._require_topic(p_topic text) returns queen.queues
language plpgsql stable as $$
declare
    v_queue queues;
begin
    select q.* into v_queue from queues q where q.name = p_topic and q.fixed_partitions > 0;
    if not found then
        raise exception 'there is no topic %; a topic is a queue with a fixed number of partitions', p_topic
            using errcode = 'RG106', detail = jsonb_build_object('topic', p_topic)::text;
    end if;
    return v_queue;
end $$;
