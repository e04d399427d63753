-- Notes that a schedule's work was done, and what it did: the last statement of that work, in its transaction.
create function queen._record_run(p_name text, p_ran_at timestamptz, p_result jsonb) returns void
language sql as $$
    insert into schedule_runs as r (name, ran_at, result) values (p_name, p_ran_at, p_result)
    on conflict (name) do update set ran_at = excluded.ran_at, result = excluded.result
$$;
