-- For how many seconds no run of a job has ended well: since the last one that did, and before the first one since there
-- is a queue. Null while there is none.
create function queen.read_job_age(p_name text) returns double precision
language sql stable security definer set search_path = queen, pg_temp as $$
    select _seconds(s.since, queen.now())
      from (select coalesce((select max(r.ended_at) from job_runs r where r.name = p_name and not r.failed),
                            (select min(q.created_at) from queues q)) as since) s
     where s.since is not null
$$;
