-- The messages of a request that the log does not have yet, by their places (the first place of an id that is
-- repeated), with the attributes that count. These are the scalars at the top of the payload, as text; for a
-- declared type, only its declared attributes. Texts over 255 characters are content: no reader looks for a
-- message by them. A scheduled message brings its attributes with it ("a").
create function log._new_messages(
    p_messages jsonb, p_ids uuid[], p_known jsonb,
    out places integer[], out types text[], out attributes jsonb[], out names_keys uuid[])
language plpgsql stable as $$
#variable_conflict use_column
begin
    select array_agg(n.place order by n.place), array_agg(f.type order by n.place),
           array_agg(s.attributes order by n.place), array_agg(_names_key(s.names) order by n.place)
      into places, types, attributes, names_keys
      from (select min(u.place)::integer as place from unnest(p_ids) with ordinality u(id, place)
             where not p_known ? u.id::text group by u.id) n
     cross join lateral (select p_messages -> (n.place - 1) as message offset 0) m
     cross join lateral (select m.message ->> 't' as type, (m.message ->> 'p')::jsonb as payload offset 0) f
     cross join lateral (select (select t.attributes from types t where t.type = f.type) as declared offset 0) d
     cross join lateral (
           select coalesce(jsonb_object_agg(a.key, v.text), '{}') as attributes,
                  coalesce(array_agg(a.key order by a.key collate "C"), '{}') as names
             from jsonb_each(coalesce(m.message -> 'a', f.payload)) a
            cross join lateral (select a.value #>> '{}' as text) v
            where jsonb_typeof(a.value) in ('string', 'number', 'boolean') and length(v.text) <= 255
              and length(a.key) <= 255 and (d.declared is null or m.message ? 'a' or a.key = any(d.declared))) s;
end $$;
