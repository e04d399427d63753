-- Moves a group's cursors in partitions that a member owns: all of them, or none if one is refused. p_offsets maps
-- each partition to the next offset to read: {"<partition>": <offset>}.
-- p_generation: the generation that the member knows; null leaves only the check of ownership. p_force: a cursor
-- may go back.
create function queen.commit_offsets(p_group text, p_member text, p_generation bigint, p_offsets jsonb, p_force boolean)
returns table (generation bigint, state text)
language plpgsql security definer
set search_path = queen, pg_temp set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
#variable_conflict use_column
declare
    v_group member_groups;
begin
    perform _hold_member_group_shared(p_group);
    v_group := _commit_offsets(p_group, p_member, p_generation, p_offsets, p_force);
    return query select v_group.generation, _member_group_state(v_group);
end $$;
