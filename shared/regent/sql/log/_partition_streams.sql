-- Where the messages of a partition are: a message matches every attribute of the partition that it has, and has one
-- at least.
create function log._partition_streams(p_value jsonb, p_types text[]) returns jsonb
language plpgsql stable as $$
begin
    return (
    select coalesce(jsonb_agg(jsonb_build_object('kind', k.id, 'keys', _attribute_keys(s.shared))), '[]')
      from kinds k
     cross join lateral (
           select jsonb_object_agg(a.key, a.value) as shared from jsonb_each(p_value) a where a.key = any(k.names)) s
     where k.type = any(p_types) and s.shared is not null);
end $$;
