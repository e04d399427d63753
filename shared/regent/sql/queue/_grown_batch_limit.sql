-- The batch limit after a success: twice the one before. An expired lease lowers it (_expire_lease).
-- Bound: a limit of 500 or more is lifted (null). From 1 on, ten successes in a row lift it.
create function queen._grown_batch_limit(p_batch_limit integer) returns integer
language sql immutable as $$
    select case when p_batch_limit < 500 then 2 * p_batch_limit end
$$;
