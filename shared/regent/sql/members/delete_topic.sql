-- Deletes a topic with its records, its groups and their members. A queue that is no topic is left alone.
create function queen.delete_topic(p_topic text) returns void
language plpgsql security definer set search_path = queen, pg_temp as $$
begin
    perform _require_topic(p_topic);
    perform queen.delete_queue(p_topic);
end $$;
