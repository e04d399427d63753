-- Deletes a queue and all that it holds. The groups' subscriptions stay on record: if the queue is made again,
-- they start at its first message. Returns whether it was there.
create function queen.delete_queue(p_name text) returns boolean
language plpgsql security definer set search_path = queen, pg_temp as $$
begin
    -- The order of locks that pushes keep. `no key update` until the consumers' rows are held: an ack that holds
    -- one of them may insert a dead letter. That takes a key-share lock on the partition, which `for update` would
    -- block, and both would deadlock.
    perform from queues q where q.name = p_name for no key update;
    perform from partitions p join queues q on q.id = p.queue_id where q.name = p_name
      order by p.id for no key update of p;
    perform from queues q join member_groups g on g.queue_id = q.id where q.name = p_name order by g.id for update of g;
    perform from queues q join partitions p on p.queue_id = q.id join partition_consumers c on c.partition_id = p.id
      where q.name = p_name order by c.partition_id, c.group_id for update of c;
    delete from queues q where q.name = p_name;
    return found;
end $$;
