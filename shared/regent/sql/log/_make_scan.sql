-- A group's scan for partitions by these names (sorted), made if it is missing.
--
-- A type that claims did not ask for lately begins to mark partitions: the scan goes back to before the type's
-- first message. A type that no claim asks for in a whole day stops marking. Otherwise a group that no longer
-- handles a type would forever find pending partitions that have nothing for it.
create function log._make_scan(p_group bigint, p_names text[], p_types text[]) returns log.scans
language plpgsql as $$
declare
    v_scan scans;
    v_now timestamptz := queen.now();
    v_first bigint;
begin
    select s.* into v_scan from scans s where s.group_id = p_group and s.names_key = _names_key(p_names);
    if not found then
        insert into scans (group_id, names, names_key, asked_since) values (p_group, p_names, _names_key(p_names), v_now)
        on conflict do nothing;
        select s.* into v_scan from scans s where s.group_id = p_group and s.names_key = _names_key(p_names);
    end if;
    if p_types = '{}' or p_types <@ v_scan.asked and v_scan.asked_since > v_now - interval '1 day' then
        return v_scan;
    end if;
    -- With this lock no session scans meanwhile: each message of a new type is either found now or scanned later.
    select s.* into v_scan from scans s where s.id = v_scan.id for no key update;
    if v_scan.asked_since <= v_now - interval '1 day' then
        v_scan.types := v_scan.asked;
        v_scan.asked := '{}';
        v_scan.asked_since := v_now;
    end if;
    select min(f.position) into v_first
      from kinds k
     cross join lateral (
           select m.position from message_keys m
            where m.key = '00000000-0000-0000-0000-000000000000' and m.kind_id = k.id order by m.position limit 1) f
     where k.type = any(p_types) and k.type <> all(v_scan.types) and k.names && p_names;
    update scans s
       set types = _sorted(v_scan.types || p_types), asked = _sorted(v_scan.asked || p_types),
           asked_since = v_scan.asked_since, scanned_to = least(s.scanned_to, v_first - 1)
     where s.id = v_scan.id returning s.* into v_scan;
    return v_scan;
end $$;
