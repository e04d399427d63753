-- Carries out what is due in the group of that name, and returns its row. Raises RG101 if there is no such group.
-- p_hold: lock the row until the commit even if nothing was due, for a caller that changes it.
create function queen._carry_out_due(p_name text, p_hold boolean default false) returns queen.member_groups
language plpgsql as $$
declare
    v_group member_groups;
begin
    select g.* into v_group from member_groups g where g.name = p_name;
    if found and (p_hold or least(v_group.rebalance_at, v_group.check_at) <= queen.now()) then
        v_group := _carry_out(v_group.id);
    end if;
    if v_group.id is null then
        perform _unknown_group(p_name);
    end if;
    return v_group;
end $$;
