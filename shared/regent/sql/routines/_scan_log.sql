-- Looks through the next p_limit messages of the log for a group: makes partitions that are new, and marks those for
-- which something is pending now. Each message once; what marking costs is what the message concerns.
-- The caller holds the scan's row. Returns how far it has come.
create function log._scan_log(p_scan log.scans, p_safe bigint, p_limit integer) returns bigint
language plpgsql as $$
declare
    v_upto bigint;
    v_new jsonb;
    v_offsets bigint[];
    v_firsts bigint[];
begin
    select max(m.position) into v_upto
      from (select n.position from messages n where n.position > p_scan.scanned_to and n.position <= p_safe
             order by n.position limit p_limit) m;
    if v_upto is null then
        update scans s set scanned_to = p_safe where s.id = p_scan.id;
        return p_safe;
    end if;
    -- Messages that have all of the names make partitions. What is pending in one may be older than the message.
    for v_new in
        select distinct v.value
          from messages m join kinds k on k.id = m.kind_id and k.names @> p_scan.names
         cross join lateral (select jsonb_object_agg(n, m.payload::jsonb ->> n) as value from unnest(p_scan.names) n) v
         where m.position > p_scan.scanned_to and m.position <= v_upto
           and not exists (select from offsets o where o.scan_id = p_scan.id and o.partition_key = _partition_key(v.value))
    loop
        perform _make_offset(p_scan, v_new, 0, p_safe);
    end loop;
    -- What a message concerns: the partitions that have all the values of their names that it has.
    with concerned as materialized (
        select o.offset_id, m.position
          from messages m
          join kinds k on k.id = m.kind_id and k.type = any(p_scan.types) and k.names && p_scan.names
         cross join lateral (
               select array_agg(_key(n, m.payload::jsonb ->> n)) as keys
                 from unnest(k.names) n where n = any(p_scan.names)) v
         cross join lateral (
               select f.offset_id from offset_keys f
                where f.scan_id = p_scan.id and f.key = v.keys[1]
                  and not exists (select from unnest(v.keys[2:]) other
                                   where not exists (select from offset_keys e where e.scan_id = p_scan.id
                                                        and e.key = other and e.offset_id = f.offset_id))) o
         where m.position > p_scan.scanned_to and m.position <= v_upto)
    select array_agg(c.offset_id order by c.offset_id), array_agg(c.first order by c.offset_id)
      into v_offsets, v_firsts
      from (select offset_id, min(position) as first from concerned group by offset_id) c;
    -- Held first, each: an ack in flight works out what is next from an older look at the log, and would undo the mark.
    perform from offsets o where o.id = any(v_offsets) order by o.id for no key update;
    update offsets o set next_position = c.first
      from unnest(v_offsets, v_firsts) c(id, first)
     where o.id = c.id and c.first > o.last_position and (o.next_position is null or o.next_position > c.first);
    update scans s set scanned_to = v_upto where s.id = p_scan.id;
    return v_upto;
end $$;
