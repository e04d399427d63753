-- Raises RG005 where a queue's partitions cannot be deleted one by one: their number is fixed.
create function queen._require_deletable(p_queue queen.queues) returns void
language plpgsql as $$
begin
    if p_queue.fixed_partitions > 0 then
        raise exception 'queue % has a fixed number of partitions; none of them can be deleted, but they can be cleared',
            p_queue.name using errcode = 'RG005', detail = jsonb_build_object(
                'queue', p_queue.name, 'partitions', p_queue.fixed_partitions)::text;
    end if;
end $$;
