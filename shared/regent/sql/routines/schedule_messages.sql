-- Keeps messages (as append takes them) until they are due.
create function log.schedule_messages(p_messages jsonb, p_at timestamptz) returns bigint
language sql security definer set search_path = log, pg_temp as $$
    insert into scheduled (due_at, messages) values (p_at, p_messages) returning id
$$;
