-- All messages of a message's conversation, in order: those with its correlation id, and the message whose id that
-- is. Raises RG034 for an id that is not in the log. `more`: further messages follow.
create function log.read_correlated(p_id uuid, p_after bigint, p_limit integer, p_max_bytes bigint)
returns table (messages json, last_position bigint, safe_position bigint, more boolean)
language plpgsql security definer
set search_path = log, pg_temp set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
#variable_conflict use_column
declare
    v_safe bigint := _safe_position();
    v_correlation uuid;
begin
    select coalesce(m.correlation_id, m.id) into v_correlation from messages m where m.id = p_id and m.position <= v_safe;
    if not found then
        raise exception 'there is no message % in the log', p_id using errcode = 'RG034',
            detail = jsonb_build_object('id', p_id)::text;
    end if;
    return query
    select j.messages, j.last_position, v_safe, j.more
      from _messages_json(array(
               select f.position
                 from ((select m.position from messages m
                         where m.correlation_id = v_correlation and m.position > coalesce(p_after, 0)
                           and m.position <= v_safe
                         order by m.position limit p_limit + 1)
                        union
                       select m.position from messages m
                        where m.id = v_correlation and m.position > coalesce(p_after, 0) and m.position <= v_safe) f
                order by f.position limit p_limit + 1), p_limit, p_max_bytes) j;
end $$;
