-- Carries out what is due in the group, then holds its row `for share` until the commit, so that no rebalance can
-- overtake an offset commit. Sessions that commit offsets do not block each other.
create function queen._hold_member_group_shared(p_name text) returns void
language plpgsql as $$
declare
    v_group member_groups := _carry_out_due(p_name);
begin
    perform from member_groups g where g.id = v_group.id for share;
    perform _still_there(found);
end $$;
