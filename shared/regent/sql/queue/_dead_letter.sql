-- Copies messages that a group gives up on to the dead letters. The caller moves the cursor past them.
create function queen._dead_letter(
    p_partition bigint, p_group bigint, p_offsets bigint[], p_reason text, p_error text)
returns void
language sql as $$
    insert into dead_letter_queue as d (
        partition_id, group_id, "offset", message_id, transaction_key, transaction_text, trace_id, producer_sub,
        is_encrypted, key, headers, payload, created_at, failed_at, retry_count, reason, error_message,
        fingerprint, attempts)
    select m.partition_id, p_group, m."offset", m.id, m.transaction_key, m.transaction_text, m.trace_id,
           m.producer_sub, m.is_encrypted, m.key, m.headers, m.payload, m.created_at, queen.now(),
           coalesce(a.attempts, 0), p_reason, coalesce(p_error, a.last_error, ''),
           -- An error that all of them have is folded once.
           coalesce((select _fingerprint(p_error)), _fingerprint(coalesce(a.last_error, ''))), a.recent
      from messages m
      left join attempts a
        on a.partition_id = m.partition_id and a.group_id = p_group and a."offset" = m."offset"
     where m.partition_id = p_partition and m."offset" = any(p_offsets)
    on conflict (partition_id, group_id, "offset")
    do update set failed_at = excluded.failed_at, retry_count = excluded.retry_count,
                  reason = excluded.reason, error_message = excluded.error_message,
                  fingerprint = excluded.fingerprint, attempts = excluded.attempts
$$;
