-- Records when a schedule's work ran and what it did. Its caller makes this its last statement: a run that is
-- rolled back leaves no record.
create function queen._record_run(p_name text, p_ran_at timestamptz, p_result jsonb) returns void
language sql as $$
    insert into schedule_runs as r (name, ran_at, result) values (p_name, p_ran_at, p_result)
    on conflict (name) do update set ran_at = excluded.ran_at, result = excluded.result
$$;
