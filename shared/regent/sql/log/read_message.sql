-- One message by its id. Raises RG034 for an id that is not in the log, or not readable yet.
create function log.read_message(p_id uuid) returns json
language plpgsql security definer set search_path = log, pg_temp as $$
declare
    v_safe bigint := _safe_position();
    v_position bigint;
begin
    select m.position into v_position from messages m where m.id = p_id and m.position <= v_safe;
    if not found then
        raise exception 'there is no message % in the log', p_id using errcode = 'RG034',
            detail = jsonb_build_object('id', p_id)::text;
    end if;
    return (select j.messages -> 0 from _messages_json(array[v_position], 1, 0) j);
end $$;
