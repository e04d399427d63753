-- A page of redrives, the newest first: those below the id p_before, or after p_offset rows.
create function queen.list_redrives(p_before bigint, p_limit integer, p_offset integer)
returns table (
    id bigint, status text, queue text, "to" text, filter jsonb, rate_per_second integer, "limit" bigint, letters bigint,
    redriven bigint, messages bigint, error text, started_by text, started_at timestamptz, changed_at timestamptz,
    total bigint)
language sql stable security definer set search_path = queen, pg_temp as $$
    select s.*, c.total
      from (select count(*) as total from redrives) c
      left join _redrives_shown(null, p_before, p_limit, p_offset) s on true
     order by s.id desc
$$;
