-- A member leaves; the others get his partitions at the rebalance. The last one leaves an empty group at once.
create function queen.leave_group(p_group text, p_member text) returns void
language plpgsql security definer set search_path = queen, pg_temp as $$
declare
    v_group member_groups := _member_group(p_group);
begin
    v_group := _carry_out(v_group.id);
    delete from members m where m.member_id = p_member and m.group_id = v_group.id;
    if not found then
        perform _unknown_member(p_member);
    end if;
    update member_groups g set rebalance_at = queen.now() + interval '500 milliseconds', last_modified_at = queen.now()
     where g.id = v_group.id;
    perform _carry_out(v_group.id);
end $$;
