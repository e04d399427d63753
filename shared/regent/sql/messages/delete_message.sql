-- Deletes one message with its failed attempts and traces; dead letters are copies and stay. Its transaction id is
-- free again. Returns whether the message was there.
--
-- It locks the partition first, then its consumers' rows, as all routines do. So it waits for a producer in
-- flight, and for a consumer that is acking the message. `no key update`, not `for update`: a group that gives up
-- a message holds its row and then inserts a dead letter, which takes a key-share lock on the partition. `for
-- update` would block that insert, and the two would deadlock.
create function queen.delete_message(p_partition bigint, p_key uuid) returns boolean
language plpgsql security definer
set search_path = queen, pg_temp set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
    v_partition partitions;
    v_offset bigint;
    v_row partition_consumers;
    v_tail bigint;
begin
    select p.* into v_partition from partitions p where p.id = p_partition for no key update;
    select m."offset" into v_offset from messages m where m.partition_id = p_partition and m.transaction_key = p_key;
    if not found then
        return false;
    end if;
    for v_row in
        select c.* from partition_consumers c where c.partition_id = p_partition
         order by c.group_id for no key update
    loop
        perform _pass_deleted(v_row, v_offset, v_partition.head);
    end loop;
    -- The tail is the first message that is kept. If this one was it, the tail also passes the deleted offsets
    -- after it.
    if v_offset = _next_open(p_partition, v_partition.tail, v_partition.head, null) then
        v_tail := _next_open(p_partition, v_offset + 1, v_partition.head, null);
        update partitions p set tail = v_tail, removed = p.removed - (v_tail - p.tail - 1) where p.id = p_partition;
    elsif v_offset > v_partition.tail then
        update partitions p set removed = p.removed + 1 where p.id = p_partition;
    end if;
    -- Delete the message before its traces: a session that is recording a trace holds the message, so this waits
    -- for it.
    delete from messages m where m.partition_id = p_partition and m."offset" = v_offset;
    delete from message_traces t where t.partition_id = p_partition and t."offset" = v_offset;
    return true;
end $$;
