-- In how many seconds the next scheduled messages are due, not less than 0. Null: none are scheduled.
create function log.next_due() returns double precision
language sql stable security definer set search_path = log, pg_temp as $$
    select greatest(extract(epoch from s.due_at - queen.now()), 0)::double precision
      from scheduled s order by s.due_at limit 1;
$$;
