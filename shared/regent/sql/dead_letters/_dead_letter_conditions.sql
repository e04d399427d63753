-- The conditions on the table d that a filter adds to its group and partition, with $1 for the filter. Conditions
-- that are not asked for are left out, so that a list without any is read from an index alone.
create function queen._dead_letter_conditions(p_filter jsonb) returns text
language sql immutable as $$
    select concat(
        case when p_filter ? 'ids' then ' and d.id in (select i::bigint from jsonb_array_elements_text($1 -> ''ids'') i)' end,
        case when p_filter ? 'key' then ' and d.transaction_key = ($1 ->> ''key'')::uuid' end,
        case when p_filter ? 'trace' then ' and d.trace_id = ($1 ->> ''trace'')::uuid' end,
        case when p_filter ? 'reason' then ' and d.reason = $1 ->> ''reason''' end,
        case when p_filter ? 'fingerprint' then ' and d.fingerprint = $1 ->> ''fingerprint''' end,
        case when p_filter ? 'error' then ' and d.error_message = $1 ->> ''error''' end,
        case when p_filter ? 'from' then ' and d.failed_at >= ($1 ->> ''from'')::timestamptz' end,
        case when p_filter ? 'to' then ' and d.failed_at < ($1 ->> ''to'')::timestamptz' end,
        case when p_filter ? 'seconds'
             then ' and d.failed_at < (select queen.now()) - make_interval(secs => ($1 ->> ''seconds'')::integer)' end)
$$;
