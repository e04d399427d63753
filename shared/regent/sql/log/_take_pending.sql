-- Locks the free partition with the earliest pending message, and returns it with the positions of its messages of
-- the given types. It passes partitions that turn out to have no such message, and computes their next_position
-- again. `passed`: it passed at least one.
create function log._take_pending(
    p_scan bigint, p_types text[], p_batch integer, p_safe bigint, p_now timestamptz,
    out taken log.offsets, out positions bigint[], out passed boolean)
language plpgsql as $$
declare
    v_position bigint := 0;
    v_key text := '';
    v_passed bigint[] := '{}';      -- passed at this very place: long keys may begin alike
begin
    passed := false;
    loop
        select o.* into taken from offsets o
         where o.scan_id = p_scan and o.next_position is not null and o.resume_at is null
           and (o.claimed_until is null or o.claimed_until <= p_now)
           and (o.next_position, "left"(o.partition_key, 500)) >= (v_position, v_key) and o.id <> all(v_passed)
         order by o.next_position, "left"(o.partition_key, 500) limit 1 for no key update skip locked;
        if not found then
            taken := null;
            return;
        end if;
        positions := _merge_matches(_partition_streams(taken.value, p_types), taken.last_position, p_safe, p_batch);
        if cardinality(positions) > 0 then
            return;
        end if;
        passed := true;
        if (taken.next_position, "left"(taken.partition_key, 500)) is distinct from (v_position, v_key) then
            v_passed := '{}';
        end if;
        v_passed := v_passed || taken.id;
        v_position := taken.next_position;
        v_key := "left"(taken.partition_key, 500);
        update offsets o set next_position = n.next
          from (select _first_pending(taken.value, s.types, taken.last_position, s.scanned_to) as next
                  from scans s where s.id = p_scan) n
         where o.id = taken.id and n.next is distinct from o.next_position;
    end loop;
end $$;
