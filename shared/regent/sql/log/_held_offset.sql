-- Locks and returns the offset that a claim's id names. Raises RG031 if the claim ran out, was answered or was
-- taken over, so a late worker moves nothing. The id names the claim and not only the partition, so an earlier
-- claim of the same worker is refused as well.
create function log._held_offset(p_group text, p_offset bigint, p_claim bigint, p_worker text) returns log.offsets
language plpgsql as $$
declare
    v_group groups := _require_group(p_group);
    v_offset offsets;
begin
    perform _require_fresh_looks();     -- an ack that cannot see how far the scan has come would undo its marks
    select o.* into v_offset from offsets o
     where o.id = p_offset and exists (select from scans s where s.id = o.scan_id and s.group_id = v_group.id)
       for no key update;
    if not found or v_offset.claims <> p_claim or v_offset.claimed_until is null or v_offset.claimed_until <= queen.now()
       or v_offset.claimed_by <> p_worker
    then
        raise exception 'the claim % has ended: it ran out, or was answered; claim again', p_offset || '.' || p_claim
            using errcode = 'RG031', detail = jsonb_build_object('offsetId', p_offset || '.' || p_claim)::text;
    end if;
    return v_offset;
end $$;
