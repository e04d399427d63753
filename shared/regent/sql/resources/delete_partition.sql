-- Deletes a partition with its messages, cursors and dead letters (_delete_partition_rows and foreign keys do it),
-- and returns how many messages it held. The next push that names the partition makes it again, and every group that
-- follows the queue gets its first message. RG013 refuses it while a lease of the partition is live; p_force skips
-- that check. RG005 refuses it in a queue with a fixed number of partitions.
create function queen.delete_partition(p_queue text, p_partition text, p_force boolean) returns bigint
language plpgsql security definer set search_path = queen, pg_temp as $$
declare
    v_queue queues;
    v_id bigint;
    v_deleted bigint;
begin
    -- The queue comes first, as in every routine: the trigger on partitions updates its partition_count.
    select q.* into v_queue from queues q where q.name = p_queue for no key update;
    if not found then
        perform _require_queue(p_queue);
        perform _still_there(false);
    end if;
    perform _require_deletable(v_queue);
    -- `no key update`, not `for update`: a session that holds a consumer's row may insert a dead letter, whose
    -- foreign key takes a key-share lock on the partition. We wait for that session below, so it must not wait for us.
    select p.id into v_id from partitions p
     where p.queue_id = v_queue.id and p.name = p_partition for no key update;
    if not found then
        perform _require_partition(v_queue.id, p_queue, p_partition);
        perform _still_there(false);
    end if;
    perform from partition_consumers c where c.partition_id = v_id order by c.group_id for update;
    if not p_force then
        perform _require_no_lease(p_queue, array[v_id]);
    end if;
    select p.head - p.tail - p.removed into v_deleted from partitions p where p.id = v_id;
    delete from partitions p where p.id = v_id;
    return v_deleted;
end $$;
