-- Gives a claimed partition back with its messages still pending. With p_seconds the partition rests that long
-- before the next claim. Raises RG031 if the claim has ended before.
create function log.release_claim(
    p_group text, p_offset bigint, p_claim bigint, p_worker text, p_error text, p_seconds double precision) returns void
language plpgsql security definer set search_path = log, pg_temp as $$
declare
    v_offset offsets := _held_offset(p_group, p_offset, p_claim, p_worker);
begin
    update offsets o
       set claimed_by = null, claimed_at = null, claimed_until = null, error = p_error,
           resume_at = queen.now() + make_interval(secs => p_seconds)
     where o.id = v_offset.id;
end $$;
