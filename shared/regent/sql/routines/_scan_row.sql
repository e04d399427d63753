-- A group's scan for partitions of these names, made when it is missing. One that is asked for types that it has not
-- been asked for before starts again: what is pending may be found anew, nothing is forgotten.
create function log._scan_row(p_group bigint, p_names text[], p_types text[]) returns log.scans
language plpgsql as $$
declare
    v_scan scans;
begin
    select s.* into v_scan from scans s where s.group_id = p_group and s.names = p_names;
    if not found then
        insert into scans (group_id, names, types) values (p_group, p_names, p_types) on conflict do nothing;
        select s.* into v_scan from scans s where s.group_id = p_group and s.names = p_names;
    end if;
    if not v_scan.types @> p_types then
        update scans s
           set types = array(select distinct t collate "C" from unnest(s.types || p_types) t order by 1), scanned_to = 0
         where s.id = v_scan.id returning s.* into v_scan;
    end if;
    return v_scan;
end $$;
