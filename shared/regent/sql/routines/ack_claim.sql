-- A worker is done up to a position: the partition's offset moves there, never back, and the claim ends.
create function log.ack_claim(p_group text, p_offset bigint, p_claim bigint, p_position bigint, p_worker text) returns void
language plpgsql security definer set search_path = log, pg_temp as $$
declare
    v_offset offsets := _held_offset(p_group, p_offset, p_claim, p_worker);
    v_safe bigint := _safe_position();
begin
    if p_position > v_safe then
        raise exception 'position % is past the end of the log, %', p_position, v_safe using errcode = 'RG033',
            detail = jsonb_build_object('position', p_position, 'safePosition', v_safe)::text;
    end if;
    -- A statement of its own, after the lock: it sees all that a scan has marked this partition for.
    update offsets o
       set last_position = greatest(o.last_position, p_position),
           next_position = _first_pending(o.value, s.types, greatest(o.last_position, p_position), v_safe),
           claimed_by = null, claimed_at = null, claimed_until = null, resume_at = null, error = null
      from scans s
     where o.id = v_offset.id and s.id = o.scan_id;
end $$;
