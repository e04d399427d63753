-- Starts a group, stops it, or says that it failed: then it starts again by itself at p_retry_at, if that is given.
create function log.set_log_group_status(p_name text, p_status text, p_error json, p_retry_at timestamptz) returns void
language plpgsql security definer set search_path = log, pg_temp as $$
declare
    v_group groups := _log_group(p_name);
begin
    update groups g set status = p_status, error_context = p_error, retry_at = p_retry_at, updated_at = queen.now()
     where g.id = v_group.id;
end $$;
