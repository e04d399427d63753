-- Counts the offsets in a set of ranges.
create function queen._offsets_in(p_offsets int8multirange) returns bigint
language sql immutable as $$
    select coalesce(sum(upper(r) - lower(r)), 0)::bigint from unnest(p_offsets) r
$$;
