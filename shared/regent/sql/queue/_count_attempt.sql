-- Counts one more failed delivery of a message to a group, and keeps when it failed and why. Returns the new number.
-- Bound: the last five attempts, with 300 characters of each error: the row is written at each failure, and stays
-- small. last_error has the whole of the last one.
create function queen._count_attempt(p_partition bigint, p_group bigint, p_offset bigint, p_error text)
returns integer
language sql as $$
    insert into attempts as a (partition_id, group_id, "offset", attempts, last_error, failed_at, recent)
    select p_partition, p_group, p_offset, 1, p_error, t.now,
           jsonb_build_array(jsonb_build_object('at', _instant(t.now), 'error', left(p_error, 300)))
      from (select queen.now() as now) t
    on conflict (partition_id, group_id, "offset")
    do update set attempts = a.attempts + 1, last_error = excluded.last_error, failed_at = excluded.failed_at,
                  recent = (excluded.recent || a.recent) - 5
    returning a.attempts
$$;
