-- The keys of some attributes, in the order of their names. For no attributes, the key that every message has.
create function log._attribute_keys(p_attributes jsonb) returns uuid[]
language plpgsql immutable parallel safe as $$
begin
    return coalesce((select array_agg(_attribute_key(a.key, a.value) order by a.key collate "C") from jsonb_each_text(p_attributes) a),
                    array['00000000-0000-0000-0000-000000000000'::uuid]);
end $$;
