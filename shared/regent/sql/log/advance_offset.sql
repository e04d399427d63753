-- Moves a group forward in a partition without a claim, never back. Returns the group's position in it.
create function log.advance_offset(p_group text, p_value jsonb, p_position bigint) returns bigint
language plpgsql security definer
set search_path = log, pg_temp set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
    v_group groups := _require_group(p_group);
    v_value jsonb := (select jsonb_object_agg(a.key, a.value) from jsonb_each_text(p_value) a);
    v_scan scans;
    v_id bigint;
    v_last bigint;
begin
    perform _require_reached(p_position);
    v_scan := _make_scan(v_group.id, _names(v_value), '{}');
    select s.* into v_scan from scans s where s.id = v_scan.id for no key update;
    v_id := _make_offset(v_scan, v_value, v_scan.scanned_to);
    perform from offsets o where o.id = v_id for no key update;
    update offsets o
       set last_position = greatest(o.last_position, p_position),
           next_position = _first_pending(o.value, v_scan.types, greatest(o.last_position, p_position), v_scan.scanned_to)
     where o.id = v_id returning o.last_position into v_last;
    return v_last;
end $$;
