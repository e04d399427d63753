-- A partition of a group, made when it is missing. Returns its id.
create function log._make_offset(p_scan log.scans, p_value jsonb, p_last bigint, p_safe bigint) returns bigint
language plpgsql as $$
declare
    v_id bigint;
begin
    insert into offsets (scan_id, partition_key, value, keys, last_position, next_position)
    values (p_scan.id, _partition_key(p_value), p_value, _keys(p_value), p_last,
            _first_pending(p_value, p_scan.types, p_last, p_safe))
    on conflict do nothing returning id into v_id;
    if v_id is not null then
        insert into offset_keys (scan_id, key, offset_id) select p_scan.id, k, v_id from unnest(_keys(p_value)) k;
    else
        select o.id into v_id from offsets o where o.scan_id = p_scan.id and o.partition_key = _partition_key(p_value);
    end if;
    return v_id;
end $$;
