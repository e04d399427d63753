-- Makes a group active, stopped or failed. A failed group is active again after p_retry_seconds, if they are
-- given. Claims that workers hold go on.
create function log.set_group_status(p_name text, p_status text, p_error json, p_retry_seconds double precision) returns void
language plpgsql security definer set search_path = log, pg_temp as $$
declare
    v_group groups := _require_group(p_name);
    v_now timestamptz := queen.now();
begin
    update groups g
       set status = p_status, error_context = p_error, updated_at = v_now,
           retry_at = v_now + make_interval(secs => p_retry_seconds)
     where g.id = v_group.id;
end $$;
