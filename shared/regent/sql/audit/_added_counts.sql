-- The sums of two results that have equal names, all of them counts.
create function queen._added_counts(p_before json, p_more json) returns json
language sql immutable as $$
    select json_object_agg(m.key, m.value::bigint + (p_before ->> m.key)::bigint) from json_each_text(p_more) m
$$;
