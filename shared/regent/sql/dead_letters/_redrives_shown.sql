-- Redrives as answers show them, the newest first: below the id p_before, or that of p_id (null: any).
create function queen._redrives_shown(p_id bigint, p_before bigint, p_limit integer, p_offset integer)
returns table (
    id bigint, status text, queue text, "to" text, filter jsonb, rate_per_second integer, "limit" bigint, letters bigint,
    redriven bigint, messages bigint, error text, started_by text, started_at timestamptz, changed_at timestamptz)
language sql stable as $$
    select r.id, r.status, r.queue, r.target, r.filter, r.rate_per_second, r.message_limit, r.letters,
           r.redriven, r.messages, r.error, r.started_by, r.started_at, r.changed_at
      from redrives r
     where (p_id is null or r.id = p_id) and (p_before is null or r.id < p_before)
     order by r.id desc limit p_limit offset p_offset
$$;
