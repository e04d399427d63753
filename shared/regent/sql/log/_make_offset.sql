-- Returns the id of a group's partition, and makes the partition if it is missing. The caller holds the scan's
-- row; p_scanned is how far the scan has looked.
create function log._make_offset(p_scan log.scans, p_value jsonb, p_scanned bigint) returns bigint
language plpgsql as $$
declare
    v_keys uuid[] := _attribute_keys(p_value);
    v_id bigint;
begin
    select o.id into v_id from offsets o where o.scan_id = p_scan.id and o.keys = v_keys;
    if not found then
        insert into offsets (scan_id, partition_key, value, keys, next_position, replay_until)
        values (p_scan.id, _partition_key(p_value), p_value, v_keys,
                _first_pending(p_value, p_scan.types, 0, p_scanned),
                coalesce((select r.reached from replays r where r.scan_id = p_scan.id and r.keys = v_keys), 0))
        returning id into v_id;
        insert into offset_keys (scan_id, key, offset_id) select p_scan.id, k, v_id from unnest(v_keys) k;
    end if;
    return v_id;
end $$;
