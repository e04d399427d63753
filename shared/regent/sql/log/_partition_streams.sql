-- The streams (log/_merge_matches.sql) of a partition's messages. A message belongs to a partition if it has at
-- least one of the partition's attributes, and the partition's value in every attribute that both have.
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
