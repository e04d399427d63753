-- Declares which attributes of a type count, for messages to come. Null takes the declaration back: then all
-- scalar attributes count. Returns whether it was another one before.
create function log.declare_type(p_type text, p_attributes text[]) returns boolean
language sql security definer set search_path = log, pg_temp as $$
    select queen._require_plain('type', p_type);
    with dropped as (
        delete from types t where t.type = p_type and p_attributes is null returning t.type),
    declared as (
        insert into types as t (type, attributes)
        select p_type, _sorted(p_attributes) where p_attributes is not null
        on conflict (type) do update set attributes = excluded.attributes
         where t.attributes is distinct from excluded.attributes
        returning t.type)
    select exists (select from dropped) or exists (select from declared)
$$;
