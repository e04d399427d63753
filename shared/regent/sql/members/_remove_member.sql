-- Removes a member, which left or was evicted; the others get its partitions at the rebalance. When the last member
-- goes, the partitions are released at once. The group's row is held before the member's is deleted: a heartbeat
-- that commits offsets comes in this order, too.
create function queen._remove_member(p_group text, p_member text, p_change text) returns queen.members
language plpgsql as $$
declare
    v_group member_groups := _carry_out_due(p_group, true);
    v_member members;
begin
    delete from members m where m.member_id = p_member and m.group_id = v_group.id returning m.* into v_member;
    if not found then
        perform _unknown_member(p_member);
    end if;
    perform _set_off_rebalance(v_group.id, p_change, v_member.consumer_id, queen.now());
    perform _carry_out(v_group.id);
    return v_member;
end $$;
