-- When a member's session ends, unless the member sends a heartbeat before.
create function queen._session_end(p_last_heartbeat timestamptz, p_session_timeout_ms integer) returns timestamptz
language sql stable as $$
    select p_last_heartbeat + make_interval(secs => p_session_timeout_ms / 1000.0)
$$;
