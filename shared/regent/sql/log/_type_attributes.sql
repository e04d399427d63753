-- The attributes of a type: the declared ones, or else all that its messages have had. Null for a type that was
-- neither declared nor seen.
create function log._type_attributes(p_type text) returns text[]
language plpgsql stable as $$
begin
    return coalesce((select t.attributes from types t where t.type = p_type),
                    (select array_agg(n.name order by n.name)
                       from (select distinct unnest(k.names) collate "C" as name from kinds k where k.type = p_type) n),
                    (select '{}'::text[] where exists (select from kinds k where k.type = p_type)));
end $$;
