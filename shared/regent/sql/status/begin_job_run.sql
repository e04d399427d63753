-- Writes down that a run of a job begins; returns its id. It takes p_minutes at most. Runs of long ago go.
create function queen.begin_job_run(p_name text, p_minutes integer) returns uuid
language sql security definer set search_path = queen, pg_temp as $$
    delete from job_runs r where r.name = p_name and r.started_at < queen.now() - interval '90 days';
    insert into job_runs (name, started_at, lost_at)
    values (p_name, queen.now(), queen.now() + make_interval(mins => p_minutes))
    returning id
$$;
