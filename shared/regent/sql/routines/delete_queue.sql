-- Deletes a queue with all that it holds. The groups' subscriptions stay on record: should the queue be made
-- again, they start at its first message. Returns whether it was there.
create function queen.delete_queue(p_name text) returns boolean
language plpgsql security definer set search_path = queen, pg_temp as $$
begin
    -- The order of locks that pushes keep.
    perform from queues q where q.name = p_name for update;
    perform from partitions p join queues q on q.id = p.queue_id where q.name = p_name
      order by p.id for update of p;
    delete from queues q where q.name = p_name;
    return found;
end $$;
