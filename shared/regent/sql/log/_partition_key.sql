-- A partition's key: name:value|name:value, in the order of the names. A \ comes before each |, : or \ in a name
-- or value.
create function log._partition_key(p_value jsonb) returns text
language plpgsql immutable as $$
begin
    return (
    select string_agg(_escaped(a.key) || ':' || _escaped(a.value), '|' order by a.key collate "C") from jsonb_each_text(p_value) a);
end $$;
