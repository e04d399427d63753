-- Messages of a partition, {name: value, …}, of the given types, after a position and up to another one if p_upto
-- is given. A message belongs to a partition if it has at least one of the partition's attributes, and the
-- partition's value in every attribute that both have.
--
-- It also returns the conditions of a guard, for a caller that decides by these messages. `more`: further messages
-- follow.
create function log.read_partition(
    p_value jsonb, p_types text[], p_after bigint, p_upto bigint, p_limit integer, p_scope text, p_max_bytes bigint)
returns table (messages json, last_position bigint, safe_position bigint, conditions json, more boolean)
language plpgsql security definer
set search_path = log, pg_temp set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
#variable_conflict use_column
declare
    v_safe bigint := _safe_position();
begin
    return query
    select j.messages, coalesce(j.last_position, p_after, least(v_safe, p_upto)), v_safe,
           _guard_conditions(p_value, p_types, p_scope)::json, j.more
      from _messages_json(_merge_matches(_partition_streams(p_value, p_types), least(coalesce(p_after, 0), v_safe),
                                 least(v_safe, p_upto), p_limit + 1), p_limit, p_max_bytes) j;
end $$;
