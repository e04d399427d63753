-- A filter for dead letters of one error text asks for its fingerprint as well, which is in an index.
create function queen._with_fingerprint(p_filter jsonb) returns jsonb
language sql immutable as $$
    select case when p_filter ? 'error'
                then jsonb_build_object('fingerprint', _fingerprint(p_filter ->> 'error')) || p_filter
                else p_filter end
$$;
