-- Writes down how a run of a job ended: with its summary, or with the error that ended it. A run ends once.
create function queen.end_job_run(p_id uuid, p_failed boolean, p_summary json, p_error text) returns void
language sql security definer set search_path = queen, pg_temp as $$
    update job_runs r
       set ended_at = queen.now(), failed = p_failed, summary = p_summary, error = p_error
     where r.id = p_id and r.ended_at is null
$$;
