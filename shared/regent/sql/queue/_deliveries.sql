-- How often an open message was handed out before, to the group whose row remembers it so (_redelivered).
create function queen._deliveries(p_redelivered jsonb, p_offset bigint) returns integer
language sql immutable as $$
    select coalesce(sum(v::bigint), 0)::integer from jsonb_each_text(p_redelivered) j(k, v) where k::bigint > p_offset
$$;
