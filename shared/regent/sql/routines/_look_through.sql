-- Makes the partitions of a group that said how it partitions, up to the end of the log: as if they had been made when
-- their messages were appended.
create function log._look_through(p_group log.groups) returns void
language plpgsql as $$
declare
    v_safe bigint := _safe_position();
    v_scan scans := _scan_row(p_group.id, p_group.partition_by, '{}');
begin
    select s.* into v_scan from scans s where s.id = v_scan.id for no key update;
    while v_scan.scanned_to < v_safe loop
        v_scan.scanned_to := _scan_log(v_scan, v_safe, 10000);
    end loop;
end $$;
