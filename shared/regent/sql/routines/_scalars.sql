-- The attributes of a payload: what is scalar at its top, as text.
create function log._scalars(p_payload jsonb) returns jsonb
language sql immutable as $$
    select coalesce(jsonb_object_agg(a.key, a.value #>> '{}'), '{}') from jsonb_each(p_payload) a
     where jsonb_typeof(a.value) in ('string', 'number', 'boolean')
$$;
