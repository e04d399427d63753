-- After an expiry a partition hands out less (_expire_lease); with each success twice as much again.
create function queen._grown_batch_limit(p_batch_limit integer) returns integer
language sql immutable as $$
    select case when p_batch_limit < 500 then 2 * p_batch_limit end
$$;
