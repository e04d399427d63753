-- Notes that a batch's next step failed, and why: people see it, and a planned batch that failed is given up by the
-- next run. The batch stays as it is.
create function queen.fail_batch(p_batch uuid, p_error text) returns void
language sql security definer set search_path = queen, pg_temp as $$
    update archive_batches b set failures = b.failures + 1, last_error = left(p_error, 1000)
     where b.id = p_batch and b.status in ('planned', 'written', 'verified')
$$;
