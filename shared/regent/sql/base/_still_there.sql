-- What a statement waited for may have been deleted meanwhile: then it starts again, as if it had come after.
create function queen._still_there(p_found boolean) returns void
language plpgsql as $$
begin
    if not p_found then
        raise exception 'what this statement works on was deleted meanwhile' using errcode = 'serialization_failure';
    end if;
end $$;
