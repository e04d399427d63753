-- Lists types by name, declared or seen, with the attributes that count (at most 1,000 of each); or the one that
-- p_type names.
create function log.list_types(p_type text, p_after text, p_limit integer)
returns table (type text, attributes text[], declared boolean)
language sql stable security definer set search_path = log, pg_temp as $$
    select n.type, (_type_attributes(n.type))[:1000], exists (select from types t where t.type = n.type)
      from (select t.type from types t union select k.type from kinds k) n
     where (p_type is null or n.type = p_type) and (p_after is null or n.type > p_after)
     order by n.type collate "C" limit p_limit
$$;
