-- Formats an instant for JSON: in UTC, always with microseconds and a Z.
create function queen._instant(p_instant timestamptz) returns text
language sql stable as $$
    select to_char(p_instant at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
$$;
