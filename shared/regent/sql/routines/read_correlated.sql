-- All messages that have the correlation id of one of them, in order. Nothing for an id that is not there.
create function log.read_correlated(p_id uuid, p_after bigint, p_limit integer, p_max_bytes bigint)
returns table (messages json, last_position bigint, safe_position bigint)
language plpgsql security definer set search_path = log, pg_temp as $$
#variable_conflict use_column
declare
    v_safe bigint := _safe_position();
    v_message messages;
begin
    select m.* into v_message from messages m where m.id = p_id and m.position <= v_safe;
    if not found then
        raise exception 'there is no message % in the log', p_id using errcode = 'RG034',
            detail = jsonb_build_object('id', p_id)::text;
    end if;
    return query
    select j.messages, j.last_position, v_safe
      from _messages_json(case when v_message.correlation_id is null then array[v_message.position] else array(
               select m.position from messages m
                where m.correlation_id = v_message.correlation_id and m.position > coalesce(p_after, 0)
                  and m.position <= v_safe
                order by m.position limit p_limit) end, p_max_bytes) j;
end $$;
