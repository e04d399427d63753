-- Some of a message's attributes.
create function log._restricted(p_attributes jsonb, p_names text[]) returns jsonb
language sql immutable as $$
    select coalesce(jsonb_object_agg(n, p_attributes -> n), '{}') from unnest(p_names) n
$$;
