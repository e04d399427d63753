-- Takes a batch of scheduled messages back: they are never appended. Of a cancellation and an append (append_due) of
-- one batch, exactly one deletes its row. The other one waits for that, and finds none. Raises RG041 then.
create function log.cancel_scheduled(p_id bigint)
returns table (schedule_id bigint, at timestamptz, scheduled_at timestamptz, message_count integer, types text[])
language plpgsql security definer set search_path = log, pg_temp as $$
#variable_conflict use_column
begin
    return query
    delete from scheduled s where s.id = p_id returning s.id, s.due_at, s.scheduled_at, s.message_count, s.types;
    if not found then
        perform _unknown_schedule(p_id);
    end if;
end $$;
