-- A member says that he lives, and hears whether the assignment has changed. One row is written, in place; the group
-- is only read, unless something in it is due.
create function queen.heartbeat(p_group text, p_member text)
returns table (generation bigint, state text)
language plpgsql security definer
set search_path = queen, pg_temp set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
#variable_conflict use_column
declare
    v_group member_groups := _member_group(p_group);
begin
    update members m set last_heartbeat = queen.now() where m.member_id = p_member and m.group_id = v_group.id;
    if not found then
        perform _unknown_member(p_member);
    end if;
    return query select v_group.generation, case when v_group.rebalance_at is null then 'STABLE' else 'PREPARING_REBALANCE' end;
end $$;
