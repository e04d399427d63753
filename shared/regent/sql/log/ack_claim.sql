-- Completes a claim: the group is done with the partition up to a position, never back, and the claim ends. Raises
-- RG031 if the claim has ended before.
create function log.ack_claim(p_group text, p_offset bigint, p_claim bigint, p_position bigint, p_worker text) returns void
language plpgsql security definer
set search_path = log, pg_temp set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
    v_offset offsets := _held_offset(p_group, p_offset, p_claim, p_worker);
begin
    if p_position > v_offset.handed_to then
        perform _require_reached(p_position);
    end if;
    -- A separate statement, after the lock: it sees how far the scan has come that marked this partition.
    update offsets o
       set last_position = greatest(o.last_position, p_position),
           next_position = _first_pending(o.value, s.types, greatest(o.last_position, p_position), s.scanned_to),
           claimed_by = null, claimed_at = null, claimed_until = null, resume_at = null, error = null
      from scans s
     where o.id = v_offset.id and s.id = o.scan_id;
end $$;
