-- An instant in whole milliseconds since 1970, as the members' HTTP contract has it.
create function queen._milliseconds(p_instant timestamptz) returns bigint
language sql immutable as $$
    select floor(extract(epoch from p_instant) * 1000)::bigint
$$;
