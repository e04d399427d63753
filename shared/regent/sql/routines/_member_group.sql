-- The group of that name as it is now: what was due has been carried out. Refuses names that are not there.
create function queen._member_group(p_name text) returns queen.member_groups
language plpgsql as $$
declare
    v_group member_groups;
begin
    select g.* into v_group from member_groups g where g.name = p_name;
    if not found then
        raise exception 'there is no group %; find or create it first', p_name using errcode = 'RG016',
            detail = jsonb_build_object('groupId', p_name)::text;
    end if;
    if least(v_group.rebalance_at, v_group.check_at) <= queen.now() then
        v_group := _carry_out(v_group.id);
    end if;
    return v_group;
end $$;
