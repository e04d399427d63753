-- The position of the first message that is pending in a partition; null when none is.
create function log._first_pending(p_value jsonb, p_types text[], p_after bigint, p_safe bigint) returns bigint
language sql stable as $$
    select (_merge(_partition_streams(p_value, p_types), p_after, p_safe, 1))[1]
$$;
