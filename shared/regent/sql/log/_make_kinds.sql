-- Makes the missing kinds (types with sets of attributes), in one order, so that two appends do not deadlock.
-- Raises RG035 at more than 100 attributes of a message or 1,000 kinds of a type. Messages that keep bringing new
-- attributes, as a map with free keys does, would make every look at the log as long as the list of kinds.
create function log._make_kinds(p_types text[], p_attributes jsonb[]) returns void
language plpgsql as $$
declare
    v_kind record;
begin
    for v_kind in
        select distinct m.type, n.names, _names_key(n.names) as names_key
          from unnest(p_types, p_attributes) m(type, attrs) cross join lateral (select _names(m.attrs) as names) n
         where not exists (select from kinds k where k.type = m.type and k.names_key = _names_key(n.names))
         order by 3, 1
    loop
        if cardinality(v_kind.names) > 100 or (select count(*) from kinds k where k.type = v_kind.type) >= 1000 then
            raise exception 'a message of type % has % attributes, and its type has come with % sets of them; at most'
                ' 100 and 1000: say which ones count, by PUT /api/v1/log/types', v_kind.type, cardinality(v_kind.names),
                (select count(*) from kinds k where k.type = v_kind.type)
                using errcode = 'RG035', detail = jsonb_build_object(
                    'type', v_kind.type, 'attributes', cardinality(v_kind.names))::text;
        end if;
        insert into kinds (type, names, names_key) values (v_kind.type, v_kind.names, v_kind.names_key)
        on conflict do nothing;
    end loop;
end $$;
