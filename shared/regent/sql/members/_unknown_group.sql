-- Raises RG101: there is no such group.
create function queen._unknown_group(p_group text) returns void
language plpgsql as $$
begin
    raise exception 'there is no group %; find or create it first', p_group using errcode = 'RG101',
        detail = jsonb_build_object('groupId', p_group)::text;
end $$;
