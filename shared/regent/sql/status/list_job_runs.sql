-- Runs of the job p_name, the newest first, behind the given key; of all jobs the last run of each for null.
create function queen.list_job_runs(p_name text, p_before timestamptz, p_before_id uuid, p_offset integer, p_limit integer)
returns table (id uuid, name text, started_at timestamptz, ended_at timestamptz, verdict text, summary json,
               error text)
language sql stable security definer set search_path = queen, pg_temp as $$
    select r.id, r.name, r.started_at, r.ended_at,
           case when r.failed then 'failed' when r.ended_at is not null then 'ok'
                when r.lost_at < queen.now() then 'lost' else 'running' end,
           r.summary, r.error
      from job_runs r
     where case when p_name is not null then r.name = p_name
                else not exists (select from job_runs l
                                  where l.name = r.name and (l.started_at, l.id) > (r.started_at, r.id)) end
       and (p_before is null or (r.started_at, r.id) < (p_before, p_before_id))
     order by r.started_at desc, r.id desc offset p_offset limit p_limit
$$;
