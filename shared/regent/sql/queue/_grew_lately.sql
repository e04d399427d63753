-- Whether a queue grew so short a time ago that a message may be sent again that was stored before. Inlined.
-- Bound: ten minutes. A message whose answer was lost is sent again within minutes.
create function queen._grew_lately(p_grown_at timestamptz) returns boolean
language sql as $$
    select coalesce(p_grown_at > queen.now() - interval '10 minutes', false)
$$;
