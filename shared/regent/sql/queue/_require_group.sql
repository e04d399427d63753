-- Raises RG008 for an unknown group: on a queue, if one is named, else anywhere. A group that subscribed before
-- its queue was made is known.
create function queen._require_group(p_group text, p_queue text) returns void
language plpgsql stable as $$
begin
    if p_queue is null then
        if exists (select from consumer_groups g where g.name = p_group)
           or exists (select from consumer_groups_metadata m where m.consumer_group = p_group)
           or _paused_since(p_group) is not null
        then
            return;
        end if;
        raise exception 'there is no consumer group %', p_group using errcode = 'RG008',
            detail = jsonb_build_object('consumerGroup', p_group)::text;
    end if;
    if not exists (select from consumer_groups g where g.queue_id = _require_queue(p_queue) and g.name = p_group) then
        raise exception 'there is no consumer group % on queue %', p_group, p_queue using errcode = 'RG008',
            detail = jsonb_build_object('consumerGroup', p_group, 'queue', p_queue)::text;
    end if;
end $$;
