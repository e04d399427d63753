-- Moves a group forward in a partition, without a claim; never back. Returns where it is.
create function log.advance_offset(p_group text, p_value jsonb, p_position bigint) returns bigint
language plpgsql security definer set search_path = log, pg_temp as $$
declare
    v_group groups := _log_group(p_group);
    v_safe bigint := _safe_position();
    v_scan scans := _scan_row(v_group.id, _names(p_value), '{}');
    v_id bigint;
    v_last bigint;
begin
    if p_position > v_safe then
        raise exception 'position % is past the end of the log, %', p_position, v_safe using errcode = 'RG033',
            detail = jsonb_build_object('position', p_position, 'safePosition', v_safe)::text;
    end if;
    v_id := _make_offset(v_scan, p_value, 0, v_safe);
    perform from offsets o where o.id = v_id for no key update;
    update offsets o
       set last_position = greatest(o.last_position, p_position),
           next_position = _first_pending(o.value, v_scan.types, greatest(o.last_position, p_position), v_safe)
     where o.id = v_id returning o.last_position into v_last;
    return v_last;
end $$;
