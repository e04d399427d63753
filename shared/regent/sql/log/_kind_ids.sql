-- The ids of the messages' kinds, in the order of the messages. Makes the kinds that are missing.
create function log._kind_ids(p_types text[], p_attributes jsonb[], p_names_keys uuid[]) returns integer[]
language plpgsql as $$
declare
    v_kinds integer[];
begin
    select array_agg(k.id order by u.nth) into v_kinds
      from unnest(p_types, p_names_keys) with ordinality u(type, names_key, nth)
      left join kinds k on k.type = u.type and k.names_key = u.names_key;
    if array_position(v_kinds, null) is not null then
        perform _make_kinds(p_types, p_attributes);
        select array_agg(k.id order by u.nth) into v_kinds
          from unnest(p_types, p_names_keys) with ordinality u(type, names_key, nth)
          join kinds k on k.type = u.type and k.names_key = u.names_key;
    end if;
    return v_kinds;
end $$;
