-- Counts the offsets in [from, upto) that a group has not completed. views/group_backlogs.sql counts so, too.
create function queen._open_in(p_completed int8multirange, p_from bigint, p_upto bigint) returns bigint
language sql immutable as $$
    select case when p_upto <= p_from then 0
                when p_completed is null then p_upto - p_from
                else p_upto - p_from - _offsets_in(p_completed * int8multirange(int8range(p_from, p_upto))) end
$$;
