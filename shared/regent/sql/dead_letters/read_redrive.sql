-- One redrive, and where its first new messages are. Raises RG039 if there is none. It is volatile, so that a statement
-- that begins or stops one can tell how it stands then.
create function queen.read_redrive(p_id bigint)
returns table (
    id bigint, status text, queue text, "to" text, filter jsonb, rate_per_second integer, "limit" bigint, letters bigint,
    redriven bigint, messages bigint, error text, started_by text, started_at timestamptz, changed_at timestamptz,
    copies jsonb)
language plpgsql security definer set search_path = queen, pg_temp as $$
begin
    perform _require_redrive(p_id);
    return query
    select s.*, r.copies from _redrives_shown(p_id, null, 1, 0) s join redrives r on r.id = s.id;
end $$;
