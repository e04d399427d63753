-- Those of a message's attributes that count: the ones its type declares, or all where nobody declared any.
create function log._counted(p_type text, p_attributes jsonb) returns jsonb
language sql stable as $$
    select case when d.attributes is null then p_attributes
                else coalesce((select jsonb_object_agg(a.key, a.value) from jsonb_each(p_attributes) a
                                where a.key = any(d.attributes)), '{}') end
      from (select (select t.attributes from types t where t.type = p_type) as attributes) d
$$;
