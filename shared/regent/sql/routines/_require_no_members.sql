-- Refuses a pop of a group that has members: its partitions are assigned to them.
create function queen._require_no_members(p_group text) returns void
language plpgsql as $$
declare
    v_members bigint := _count_members(p_group);
begin
    if v_members > 0 then
        raise exception 'group % has % members, to whom its partitions are assigned; pop as another group', p_group,
            v_members using errcode = 'RG107', detail = jsonb_build_object('groupId', p_group, 'members', v_members)::text;
    end if;
end $$;
