-- The position of a partition's first message of these types in (p_after, p_upto]; null if there is none.
create function log._first_pending(p_value jsonb, p_types text[], p_after bigint, p_upto bigint) returns bigint
language plpgsql stable as $$
begin
    return (_merge_matches(_partition_streams(p_value, p_types), p_after, p_upto, 1))[1];
end $$;
