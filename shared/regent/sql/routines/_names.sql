-- The names of some attributes, in the one order that counts.
create function log._names(p_attributes jsonb) returns text[]
language sql immutable parallel safe as $$
    select array(select k from jsonb_object_keys(p_attributes) k order by k collate "C")
$$;
