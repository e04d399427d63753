-- Removes a member; the others get its partitions at the rebalance. When the last member leaves, the partitions
-- are released at once.
create function queen.leave_group(p_group text, p_member text) returns void
language plpgsql security definer set search_path = queen, pg_temp as $$
declare
    v_group member_groups := _carry_out_due(p_group, true);
    v_now timestamptz := queen.now();
begin
    delete from members m where m.member_id = p_member and m.group_id = v_group.id;
    if not found then
        perform _unknown_member(p_member);
    end if;
    update member_groups g
       set changed_at = coalesce(g.changed_at, v_now), rebalance_at = _rebalance_at(coalesce(g.changed_at, v_now), v_now),
           last_modified_at = v_now
     where g.id = v_group.id;
    perform _carry_out(v_group.id);
end $$;
