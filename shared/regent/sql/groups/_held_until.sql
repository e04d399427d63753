-- Until when a consumer's lease of this row is live; null where none is.
create function queen._held_until(p_row queen.partition_consumers, p_now timestamptz) returns timestamptz
language sql immutable as $$
    select case when p_row.lease_id is not null and p_row.lease_expires_at > p_now then p_row.lease_expires_at end
$$;
