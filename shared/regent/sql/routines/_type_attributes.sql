-- The attributes of a type: those that were declared, else all that its messages have had.
create function log._type_attributes(p_type text) returns text[]
language sql stable as $$
    select coalesce((select t.attributes from types t where t.type = p_type),
                    array(select distinct n collate "C" from kinds k cross join unnest(k.names) n
                           where k.type = p_type order by 1))
$$;
