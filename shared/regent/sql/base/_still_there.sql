-- Raises serialization_failure if the row that a statement waited for was deleted; database.py runs the statement
-- again, as if it had come after the deletion.
create function queen._still_there(p_found boolean) returns void
language plpgsql as $$
begin
    if not p_found then
        raise exception 'what this statement works on was deleted meanwhile' using errcode = 'serialization_failure';
    end if;
end $$;
