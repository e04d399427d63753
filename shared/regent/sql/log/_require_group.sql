-- The group of that name. Raises RG032 if there is none.
create function log._require_group(p_name text) returns log.groups
language plpgsql stable as $$
declare
    v_group groups;
begin
    select g.* into v_group from groups g where g.name = p_name;
    if not found then
        raise exception 'the log has no group %; register it first', p_name using errcode = 'RG032',
            detail = jsonb_build_object('groupId', p_name)::text;
    end if;
    return v_group;
end $$;
