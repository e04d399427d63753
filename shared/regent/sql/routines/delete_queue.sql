-- Deletes a queue with all that it holds. The groups' subscriptions stay on record: should the queue be made
-- again, they start at its first message. Returns whether it was there.
create function queen.delete_queue(p_name text) returns boolean
language plpgsql security definer set search_path = queen, pg_temp as $$
begin
    delete from queues q where q.name = p_name;
    return found;
end $$;
