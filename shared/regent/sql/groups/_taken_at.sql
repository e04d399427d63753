-- When a group was last handed messages of a partition. A pop with automatic acks writes no lease, so what it took is
-- told by what was consumed without one.
create function queen._taken_at(p_row queen.partition_consumers) returns timestamptz
language sql immutable as $$
    select greatest(p_row.leased_at,
                    case when p_row.lease_id is null
                          and p_row.last_consumed_at > coalesce(p_row.released_at, '-infinity')
                         then p_row.last_consumed_at end)
$$;
