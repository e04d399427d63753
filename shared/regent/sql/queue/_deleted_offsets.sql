-- The offsets in [from, head) whose messages were deleted one by one. A cursor set to `from` counts them as
-- completed. Null, without reading messages, if none were.
create function queen._deleted_offsets(p_partition bigint, p_from bigint, p_head bigint, p_removed bigint) returns int8multirange
language sql stable as $$
    select case when p_removed > 0 then nullif(
        int8multirange(int8range(p_from, p_head)) - coalesce((
            select range_agg(int8range(m."offset", m."offset" + 1)) from messages m
             where m.partition_id = p_partition and m."offset" >= p_from), '{}'), '{}') end
$$;
