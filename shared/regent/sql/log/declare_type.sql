-- Declares which attributes of a type count, for messages to come. Null takes the declaration back: then all
-- scalar attributes count.
create function log.declare_type(p_type text, p_attributes text[]) returns void
language sql security definer set search_path = log, pg_temp as $$
    select queen._require_plain('type', p_type);
    delete from types t where t.type = p_type and p_attributes is null;
    insert into types (type, attributes)
    select p_type, _sorted(p_attributes) where p_attributes is not null
    on conflict (type) do update set attributes = excluded.attributes;
$$;
