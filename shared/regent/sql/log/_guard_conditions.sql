-- The conditions of a guard for a decision about a partition: they match the partition's messages of the given
-- types, also of types that were never appended. `broad`: one condition for each of the partition's attributes
-- that a type has. `exact`: one condition for each type, with all of these attributes. A type of which nothing is
-- known may have any of the attributes, so it gets a condition for each, in both scopes.
create function log._guard_conditions(p_value jsonb, p_types text[], p_scope text) returns jsonb
language plpgsql stable as $$
begin
    return (
    with handled as (
        select t.type, min(t.nth) as nth from unnest(p_types) with ordinality t(type, nth) group by t.type),
    attribute as (
        select h.type, h.nth, a.key, a.value, t.names is not null and p_scope = 'exact' as together
          from handled h
         cross join lateral (select _type_attributes(h.type) as names offset 0) t
          join jsonb_each(p_value) a on t.names is null or a.key = any(t.names))
    select coalesce(jsonb_agg(jsonb_build_object('type', c.type, 'attrs', c.attrs) order by c.nth, c.first), '[]')
      from (select a.type, a.nth, min(a.key collate "C") as first, jsonb_object_agg(a.key, a.value) as attrs
              from attribute a group by a.type, a.nth, case when a.together then null else a.key end) c);
end $$;
