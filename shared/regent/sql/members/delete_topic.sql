-- Deletes a topic with its records, its groups and their members. Raises RG106 for a queue that is no topic.
create function queen.delete_topic(p_topic text) returns void
language plpgsql security definer set search_path = queen, pg_temp as $$
begin
    perform _require_topic(p_topic);
    perform queen.delete_queue(p_topic);
end $$;
