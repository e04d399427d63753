-- Whether a seek to this offset writes the row: it stands elsewhere, or remembers something that a seek forgets.
create function queen._seek_changes(p_row queen.partition_consumers, p_target bigint) returns boolean
language sql immutable as $$
    select p_row.lease_id is not null or p_row.completed is not null or p_row.rest_until is not null or p_row.failing
           or p_row.batch_limit is not null or p_row.skip_before is not null or p_row.committed <> p_target
$$;
