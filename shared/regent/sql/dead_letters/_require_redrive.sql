-- Raises RG039 if there is no redrive of this id.
create function queen._require_redrive(p_id bigint) returns void
language plpgsql stable as $$
begin
    perform from redrives r where r.id = p_id;
    if not found then
        raise exception 'there is no redrive %: it never began, or it ended long ago', p_id using errcode = 'RG039',
            detail = jsonb_build_object('id', p_id::text)::text;
    end if;
end $$;
