-- Messages of a partition, {name: value, …}, of the given types: each matches every attribute of the partition that it
-- has. After a position, up to another one where it is given. And the conditions of a guard for who decides by them.
-- `more`: there are others behind them.
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
      from _messages_json(_merge_matches(_partition_streams(p_value, p_types), coalesce(p_after, 0),
                                 least(v_safe, p_upto), p_limit + 1), p_limit, p_max_bytes) j;
end $$;
