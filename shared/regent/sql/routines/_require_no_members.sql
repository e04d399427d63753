-- Refuses a pop of a group that has members: its partitions are assigned to them. Members whose session has ended are
-- found out here, so that a group that everybody has left can be popped again.
create function queen._require_no_members(p_group text) returns void
language plpgsql as $$
declare
    v_group member_groups := _member_group(p_group);
    v_members bigint;
begin
    select count(*) into v_members from members m where m.group_id = v_group.id;
    if v_members > 0 then
        raise exception 'group % has % members, to whom its partitions are assigned; pop as another group', p_group,
            v_members using errcode = 'RG022', detail = jsonb_build_object('groupId', p_group, 'members', v_members)::text;
    end if;
end $$;
