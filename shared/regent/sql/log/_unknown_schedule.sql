-- Raises RG041: no batch of that id waits to be appended.
create function log._unknown_schedule(p_id bigint) returns void
language plpgsql as $$
begin
    raise exception 'no messages are scheduled as %; they were appended or cancelled, or never there', p_id
        using errcode = 'RG041', detail = jsonb_build_object('scheduleId', p_id::text)::text;
end $$;
