-- Raises RG107 while a group has members. Its partitions are assigned to them, and the caller does what only
-- leased groups allow. p_advice: what the error says to do instead. Call it before you lock any queue
-- (_count_members says why, and has p_tidy).
create function queen._require_no_members(p_group text, p_advice text, p_tidy boolean default true) returns void
language plpgsql as $$
declare
    v_members bigint := _count_members(p_group, p_tidy);
begin
    if v_members > 0 then
        raise exception 'group % has % members, to whom its partitions are assigned; %', p_group,
            v_members, p_advice using errcode = 'RG107', detail = jsonb_build_object('groupId', p_group, 'members', v_members)::text;
    end if;
end $$;
