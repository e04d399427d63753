-- The same, and no rebalance comes before the commit: for who commits offsets. Many share the row.
create function queen._hold_member_group_shared(p_name text) returns void
language plpgsql as $$
declare
    v_group member_groups := _carry_out_due(p_name);
begin
    perform from member_groups g where g.id = v_group.id for share;
    perform _still_there(found);
end $$;
