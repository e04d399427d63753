-- For how many seconds the oldest batch has been on its way into the archive; 0 without one. What is in the archive is
-- on its way no longer, even if its messages are still needed.
create function queen.read_archive_age() returns double precision
language sql stable security definer set search_path = queen, pg_temp as $$
    select greatest(0, extract(epoch from queen.now() - coalesce(min(b.planned_at), queen.now())))::double precision
      from archive_batches b where b.status in ('planned', 'written', 'verified')
$$;
