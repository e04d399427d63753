-- Messages after a position that match one of the conditions, in order, and the position up to which the answer is
-- complete. `more`: further messages match.
create function log.read_conditions(p_conditions jsonb, p_after bigint, p_limit integer, p_max_bytes bigint)
returns table (messages json, last_position bigint, safe_position bigint, more boolean)
language plpgsql security definer
set search_path = log, pg_temp set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
#variable_conflict use_column
declare
    v_safe bigint := _safe_position();
begin
    return query
    select j.messages, coalesce(j.last_position, p_after, v_safe), v_safe, j.more
      from _messages_json(_merge_matches(_condition_streams(p_conditions), least(coalesce(p_after, 0), v_safe), v_safe,
                                         p_limit + 1), p_limit, p_max_bytes) j;
end $$;
