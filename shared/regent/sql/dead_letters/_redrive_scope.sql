-- Where a redrive takes its dead letters from: a queue, some of its groups, and its partitions from first to last.
-- The filter names a queue, or one message by its partition's id and its key. Raises an error if a queue,
-- partition or group that the filter names does not exist.
create function queen._redrive_scope(
    p_filter jsonb, out queue text, out groups bigint[], out first bigint, out last bigint)
language plpgsql stable as $$
begin
    if p_filter ? 'partitionId' then
        select q.name, p.id, p.id into queue, first, last
          from partitions p join queues q on q.id = p.queue_id where p.id = (p_filter ->> 'partitionId')::bigint;
        groups := _dead_letter_groups(p_filter || jsonb_build_object('queue', queue));
        return;
    end if;
    queue := p_filter ->> 'queue';
    first := 0;
    last := 9223372036854775807;
    if p_filter ? 'partition' then
        first := _require_partition(_require_queue(queue), queue, p_filter ->> 'partition');
        last := first;
    end if;
    perform _require_queue(queue);
    if p_filter ? 'group' then
        perform _require_group(p_filter ->> 'group', queue);
    end if;
    groups := _dead_letter_groups(p_filter);
end $$;
