-- Counts one more failed delivery of a message to a group. Returns the new number.
create function queen._count_attempt(p_partition bigint, p_group bigint, p_offset bigint, p_error text)
returns integer
language sql as $$
    insert into attempts as a (partition_id, group_id, "offset", attempts, last_error, failed_at)
    values (p_partition, p_group, p_offset, 1, p_error, queen.now())
    on conflict (partition_id, group_id, "offset")
    do update set attempts = a.attempts + 1, last_error = excluded.last_error, failed_at = excluded.failed_at
    returning a.attempts
$$;
