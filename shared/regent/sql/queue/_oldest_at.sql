-- When the first message at or after a cursor was pushed, by which pops choose; p_otherwise if there is none.
create function queen._oldest_at(p_partition bigint, p_committed bigint, p_otherwise timestamptz) returns timestamptz
language sql stable as $$
    select coalesce((select m.created_at from messages m
                      where m.partition_id = p_partition and m."offset" >= p_committed
                      order by m."offset" limit 1), p_otherwise)
$$;
