-- The partitions of the nth of p_members members, counted from 1. Ranges are contiguous; the first ones are one
-- longer when the division leaves a remainder.
create function queen._member_range(p_partitions integer, p_members integer, p_nth integer) returns int4range
language sql immutable as $$
    select int4range(s.first, s.first + p_partitions / p_members + (p_nth <= p_partitions % p_members)::integer)
      from (select (p_nth - 1) * (p_partitions / p_members) + least(p_nth - 1, p_partitions % p_members) as first) s
$$;
