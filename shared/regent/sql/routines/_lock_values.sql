-- Makes two appends take turns when one of them would break the other's guard, and no others.
--
-- A guard asks for messages of a type with certain values of certain attributes: it locks these values. A message locks,
-- shared, its own values of each combination of attributes that any guard of its type has ever asked for (shapes). A
-- combination that is asked for the first time is written down while its type is locked whole, once: nobody appends a
-- message of that type without knowing it.
--
-- An append with very many values locks its types whole instead: the table of locks is bounded.
-- Types come first, then values, each in one order: nobody deadlocks.
create function log._lock_values(p_types text[], p_attributes jsonb[], p_conditions jsonb) returns void
language plpgsql as $$
declare
    v_whole boolean;
    v_type record;
    v_lock record;
begin
    select (select count(*) from unnest(p_types) m(type) join shapes s on s.type = m.type)
           + coalesce(jsonb_array_length(p_conditions), 0) > 200 into v_whole;
    for v_type in
        select t.type, v_whole or coalesce(bool_or(t.fresh), false) as whole
          from (select m.type, null::boolean as fresh from unnest(p_types) m(type)
                 union all
                select c.type, not exists (select from shapes s where s.type = c.type and s.names = _names(c.attrs))
                  from jsonb_to_recordset(p_conditions) as c(type text, attrs jsonb)) t
         group by t.type order by t.type collate "C"
    loop
        if v_type.whole then
            perform pg_advisory_xact_lock(hashtextextended(v_type.type, 4443));
        else
            perform pg_advisory_xact_lock_shared(hashtextextended(v_type.type, 4443));
        end if;
    end loop;
    insert into shapes (type, names)
    select distinct c.type, _names(c.attrs) from jsonb_to_recordset(p_conditions) as c(type text, attrs jsonb)
     where not exists (select from shapes s where s.type = c.type and s.names = _names(c.attrs))
    on conflict do nothing;
    if v_whole then
        return;
    end if;
    for v_lock in
        select n.number, bool_or(n.alone) as alone
          from (select _value_lock(c.type, c.attrs) as number, true as alone
                  from jsonb_to_recordset(p_conditions) as c(type text, attrs jsonb)
                 union all
                select _value_lock(m.type, _restricted(m.attrs, s.names)), false
                  from unnest(p_types, p_attributes) m(type, attrs)
                  join shapes s on s.type = m.type and m.attrs ?& s.names) n
         group by n.number order by n.number
    loop
        if v_lock.alone then
            perform pg_advisory_xact_lock(v_lock.number);
        else
            perform pg_advisory_xact_lock_shared(v_lock.number);
        end if;
    end loop;
end $$;
