-- Deletes all messages of a queue, or of one of its partitions, and ends the leases on them. Queue, partitions,
-- groups and dead letters stay, and every cursor is at the head afterwards. RG013 refuses it while a lease is live;
-- p_force skips that check. Returns how many messages were deleted, in how many partitions.
--
-- It locks queue, partitions and consumers' rows in the order that all routines keep, until commit. It waits for a
-- push in flight and clears that push's messages too. A later push finds idle rows and wakes them. Idle rows have
-- nothing left to do, and nothing can wake them while the partitions are held, so it locks and changes only the others.
create function queen.clear_queue(p_queue text, p_partition text, p_force boolean)
returns table (deleted_messages bigint, partitions bigint)
language plpgsql security definer set search_path = queen, pg_temp set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
    v_queue bigint;
    v_partitions bigint[];
begin
    select q.id into v_queue from queues q where q.name = p_queue for no key update;
    if not found then
        perform _require_queue(p_queue);
        perform _still_there(false);
    end if;
    select coalesce(array_agg(l.id), '{}') into v_partitions from (
        select p.id from partitions p
         where p.queue_id = v_queue and (p_partition is null or p.name = p_partition)
         order by p.id for no key update) l;
    if p_partition is not null and v_partitions = '{}' then
        perform _require_partition(v_queue, p_queue, p_partition);
        perform _still_there(false);
    end if;
    perform from partition_consumers c
      where c.partition_id = any(v_partitions) and (c.ready or c.rest_until is not null)
      order by c.partition_id, c.group_id for no key update;
    if not p_force then
        perform _require_no_lease(p_queue, v_partitions);
    end if;

    delete from messages m where m.partition_id = any(v_partitions);
    get diagnostics deleted_messages = row_count;
    delete from attempts a where a.partition_id = any(v_partitions);
    delete from message_traces t where t.partition_id = any(v_partitions);
    update partition_consumers c
       set committed = p.head, completed = null, passed = null, ready = false, rest_until = null, failing = false,
           redelivered = null, batch_limit = null, lease_id = null, batch_end = null, handed = null,
           released_at = case when c.lease_id is null then c.released_at else queen.now() end,
           last_lease_id = null, last_committed = null, last_completed = null
      from partitions p
     where p.id = c.partition_id and p.id = any(v_partitions) and (c.ready or c.rest_until is not null);
    update partitions p set tail = p.head, removed = 0
     where p.id = any(v_partitions) and (p.tail < p.head or p.removed > 0);
    update queues q set depth_bound = null where q.id = v_queue and q.depth_bound is not null;
    partitions := cardinality(v_partitions);
    return next;
end $$;
