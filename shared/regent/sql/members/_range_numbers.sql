-- The numbers of a range, one by one: a member's partitions.
create function queen._range_numbers(p_range int4range) returns integer[]
language sql immutable as $$
    select array(select i from generate_series(lower(p_range), upper(p_range) - 1) i)
$$;
