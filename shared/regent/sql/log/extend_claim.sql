-- Lets a claim run for p_seconds from now; never shortens it. Returns until when. Raises RG031 if the claim has ended
-- before.
create function log.extend_claim(
    p_group text, p_offset bigint, p_claim bigint, p_worker text, p_seconds double precision) returns timestamptz
language plpgsql security definer
set search_path = log, pg_temp set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
    v_offset offsets := _held_offset(p_group, p_offset, p_claim, p_worker);
    v_until timestamptz := greatest(v_offset.claimed_until, queen.now() + make_interval(secs => p_seconds));
begin
    update offsets o set claimed_until = v_until where o.id = v_offset.id;
    return v_until;
end $$;
