-- The offsets in [from, head) that a group does not get: their messages were deleted one by one, or are another
-- group's alone. A cursor set to `from` counts them as completed. Null, without reading messages, if there are none.
create function queen._missing_offsets(
    p_partition bigint, p_group bigint, p_from bigint, p_head bigint, p_removed bigint)
returns int8multirange
language sql stable as $$
    select nullif(
        case when p_removed > 0 then
            int8multirange(int8range(p_from, p_head)) - coalesce((
                select range_agg(int8range(m."offset", m."offset" + 1)) from messages m
                 where m.partition_id = p_partition and m."offset" >= p_from), '{}')
        else '{}' end
        + coalesce((
            select range_agg(int8range(greatest(r.from_offset, p_from), r.to_offset)) from reserved_offsets r
             where r.partition_id = p_partition and r.to_offset > p_from and r.group_id is distinct from p_group), '{}'),
        '{}')
$$;
