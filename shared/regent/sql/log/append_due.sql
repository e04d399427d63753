-- Appends the oldest batch of scheduled messages that is due. True if there was one. The same transaction takes
-- the batch from the schedule, so it is appended once, however many sessions call.
create function log.append_due() returns boolean
language plpgsql security definer set search_path = log, pg_temp as $$
declare
    v_messages jsonb;
begin
    delete from scheduled d
     where d.id = (select s.id from scheduled s where s.due_at <= queen.now()
                    order by s.due_at, s.id limit 1 for update skip locked)
    returning d.messages into v_messages;
    if found then
        perform log.append(v_messages, null, null);
    end if;
    return v_messages is not null;
end $$;
