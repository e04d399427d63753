-- The totals of queues (all if p_queues is null) when they were counted last.
create function queen._counted_totals(p_queues bigint[]) returns jsonb
language sql stable as $$
    select jsonb_build_object('total', coalesce(sum(c.total), 0), 'pending', coalesce(sum(c.pending), 0),
                              'processing', coalesce(sum(c.processing), 0), 'completed', coalesce(sum(c.completed), 0),
                              'failed', coalesce(sum(c.failed), 0), 'deadLetter', coalesce(sum(c.dead_letters), 0),
                              'depth', coalesce(sum(c.depth), 0))
      from queues q join counted_queues c on c.queue_id = q.id
     where p_queues is null or q.id = any(p_queues)
$$;
