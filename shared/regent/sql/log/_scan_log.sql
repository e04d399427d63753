-- Looks through the next p_limit messages of the log for a group. Makes partitions that are new, and marks those
-- in which a message is pending now. Each message is looked at once; the cost of marking follows the number of
-- partitions concerned. The caller holds the scan's row. Returns how far the scan has come.
create function log._scan_log(p_scan log.scans, p_safe bigint, p_limit integer) returns bigint
language plpgsql as $$
declare
    v_upto bigint;
    v_value jsonb;
    v_offsets bigint[];
    v_firsts bigint[];
begin
    if p_scan.scanned_to >= p_safe then
        return p_scan.scanned_to;
    end if;
    select coalesce(max(m.position) filter (where m.nth = p_limit), p_safe) into v_upto
      from (select n.position, row_number() over (order by n.position) as nth
              from messages n where n.position > p_scan.scanned_to and n.position <= p_safe
             order by n.position limit p_limit) m;
    -- A message that has all of the names makes its partition. Messages pending in it may be older than this one.
    for v_value in
        select v.value
          from messages m join kinds k on k.id = m.kind_id and k.names @> p_scan.names
         cross join lateral (select m.payload::jsonb as body offset 0) b
         cross join lateral (select jsonb_object_agg(n, b.body ->> n) as value from unnest(p_scan.names) n) v
         where m.position > p_scan.scanned_to and m.position <= v_upto
         group by v.value
        having not exists (select from offsets o where o.scan_id = p_scan.id and o.keys = _attribute_keys(v.value))
         order by min(m.position)
    loop
        perform _make_offset(p_scan, v_value, v_upto);
    end loop;
    -- A message concerns the partitions that contain all values that it has for the scan's names.
    with said as materialized (     -- of messages with the same values, the first counts
        select v.keys, min(m.position) as first
          from messages m
          join kinds k on k.id = m.kind_id and k.type = any(p_scan.types) and k.names && p_scan.names
         cross join lateral (select m.payload::jsonb as body offset 0) b
         cross join lateral (
               select array_agg(_attribute_key(n, b.body ->> n) order by nth) as keys
                 from unnest(p_scan.names) with ordinality u(n, nth) where n = any(k.names)) v
         where m.position > p_scan.scanned_to and m.position <= v_upto
         group by v.keys),
    concerned as (
        select o.id, s.first from said s join offsets o on o.scan_id = p_scan.id and o.keys = s.keys
         where cardinality(s.keys) = cardinality(p_scan.names)
         union all
        select f.offset_id, s.first from said s join offset_keys f on f.scan_id = p_scan.id and f.key = s.keys[1]
         where cardinality(s.keys) < cardinality(p_scan.names)
           and not exists (select from unnest(s.keys[2:]) other
                            where not exists (select from offset_keys e where e.scan_id = p_scan.id
                                                 and e.key = other and e.offset_id = f.offset_id)))
    select array_agg(c.id order by c.id), array_agg(c.first order by c.id) into v_offsets, v_firsts
      from (select id, min(first) as first from concerned group by id) c;
    -- Locks the partitions before it marks them: an ack in flight computes next_position from an older look at the scan,
    -- and would undo the mark.
    perform from offsets o where o.id = any(v_offsets) order by o.id for no key update;
    update offsets o set next_position = n.next
      from (select f.id, least(f.next_position, case when c.first > f.last_position then c.first
                               else _first_pending(f.value, p_scan.types, f.last_position, v_upto) end) as next
              from unnest(v_offsets, v_firsts) c(id, first) join offsets f on f.id = c.id) n
     where o.id = n.id and n.next is distinct from o.next_position;
    update scans s set scanned_to = v_upto where s.id = p_scan.id;
    return v_upto;
end $$;
