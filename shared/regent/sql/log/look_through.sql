-- Looks through the next p_limit messages of the log for a group: makes its partitions and marks those with
-- pending messages. Claims do this themselves; this verb is for callers that only want to see the group. True if
-- there is more.
create function log.look_through(p_name text, p_limit integer) returns boolean
language plpgsql security definer
set search_path = log, pg_temp set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
    v_group groups := _require_group(p_name);
    v_safe bigint := _safe_position();
    v_scan scans;
    v_more boolean := false;
begin
    if v_group.partition_by is not null then
        perform _make_scan(v_group.id, _sorted(v_group.partition_by), '{}');
    end if;
    for v_scan in
        select s.* from scans s where s.group_id = v_group.id and s.scanned_to < v_safe order by s.id for no key update
    loop
        v_more := _scan_log(v_scan, v_safe, p_limit) < v_safe or v_more;
    end loop;
    return v_more;
end $$;
