-- How many messages of queues (of all if p_queues is null) failed and will be tried again, over all groups.
create function queen._failed_in(p_queues bigint[]) returns bigint
language sql stable as $$
    select coalesce(sum(f.failed), 0)::bigint from _failed_by_queue(p_queues) f
$$;
