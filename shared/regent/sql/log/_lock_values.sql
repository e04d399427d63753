-- Locks the values that an append brings and asks for. Two appends take turns if one of them would break the
-- other's guard; no others wait for each other.
--
-- A guard asks for messages of a type with certain values of certain attributes, and locks these values
-- exclusively. A message locks its own values, shared, for each set of attributes that any guard of its type has
-- ever asked for (a shape). A guard that asks for a new shape first locks its type exclusively, once, and writes
-- the shape down. So no append adds a message of that type without knowing the shape.
--
-- An append with more than 100 values locks its types exclusively instead, because the server's lock table is
-- bounded. Types are locked first, then values, each in one order, so appends do not deadlock.
create function log._lock_values(p_types text[], p_attributes jsonb[], p_conditions jsonb) returns void
language plpgsql as $$
declare
    v_type record;
    v_lock record;
begin
    for v_type in
        select t.type, coalesce(bool_or(t.fresh), false) as fresh, sum(sum(t.values)) over () as values
          from (select m.type, null::boolean as fresh, (select count(*) from shapes s where s.type = m.type) as values
                  from unnest(p_types) m(type)
                 union all
                select c.type, not exists (select from shapes s where s.type = c.type
                                              and s.names_key = _names_key(_names(c.attrs))), 1
                  from jsonb_to_recordset(p_conditions) as c(type text, attrs jsonb)) t
         group by t.type order by t.type collate "C"
    loop
        if v_type.fresh or v_type.values > 100 then
            perform pg_advisory_xact_lock(hashtextextended(v_type.type, 4443));
        else
            perform pg_advisory_xact_lock_shared(hashtextextended(v_type.type, 4443));
        end if;
    end loop;
    if p_conditions is not null then
        insert into shapes (type, names, names_key)
        select distinct c.type, n.names, _names_key(n.names)
          from jsonb_to_recordset(p_conditions) as c(type text, attrs jsonb)
         cross join lateral (select _names(c.attrs) as names) n
         where not exists (select from shapes s where s.type = c.type and s.names_key = _names_key(n.names))
        on conflict do nothing;
    end if;
    if v_type.values > 100 then
        return;
    end if;
    -- A separate statement, after the locks of the types: it sees every shape that a guard of these types has.
    for v_lock in
        select hashtextextended(w.type || E'\x1d' || coalesce(n.text, ''), 4444) as number, bool_or(w.alone) as alone
          from (select c.type, c.attrs, null::text[] as names, true as alone
                  from jsonb_to_recordset(p_conditions) as c(type text, attrs jsonb)
                 union all
                select m.type, m.attrs, s.names, false
                  from unnest(p_types, p_attributes) m(type, attrs)
                  join shapes s on s.type = m.type and m.attrs ?& s.names) w
         cross join lateral (
               select string_agg(a.key || E'\x1f' || a.value, E'\x1e' order by a.key collate "C") as text
                 from jsonb_each_text(w.attrs) a where w.names is null or a.key = any(w.names)) n
         group by number order by number
    loop
        if v_lock.alone then
            perform pg_advisory_xact_lock(v_lock.number);
        else
            perform pg_advisory_xact_lock_shared(v_lock.number);
        end if;
    end loop;
end $$;
