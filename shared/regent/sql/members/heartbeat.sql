-- Records that a member lives, and tells it whether the assignment has changed. It writes one row, in place, and
-- only reads the group unless something in it is due. With p_offsets the member also commits, as commit_offsets
-- does; if the offsets are refused, so is the whole heartbeat.
create function queen.heartbeat(p_group text, p_member text, p_generation bigint, p_offsets jsonb)
returns table (generation bigint, state text)
language plpgsql security definer
set search_path = queen, pg_temp set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
#variable_conflict use_column
declare
    v_group member_groups;
begin
    if p_offsets is null then
        select g.* into v_group from member_groups g where g.name = p_group;
        if not found or least(v_group.rebalance_at, v_group.check_at) <= queen.now() then
            v_group := _carry_out_due(p_group);
        else
            -- Do not wait for the disk: if a crash loses this heartbeat, the next one says the same.
            perform set_config('synchronous_commit', 'off', true);
        end if;
    else    -- lock the group before the member is written: groups come first
        perform _hold_member_group_shared(p_group);
        v_group := _commit_offsets(p_group, p_member, p_generation, p_offsets, false);
    end if;
    update members m set last_heartbeat = queen.now() where m.member_id = p_member and m.group_id = v_group.id;
    if not found then
        perform _unknown_member(p_member);
    end if;
    return query select v_group.generation, _member_group_state(v_group);
end $$;
