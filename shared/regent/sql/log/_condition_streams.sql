-- The streams (log/_merge_matches.sql) of the messages that match one of these conditions: [{"type", "attrs":
-- {name: value, …}}]. A message has to match all attributes of one condition (AND), and any one of the conditions
-- (OR).
create function log._condition_streams(p_conditions jsonb) returns jsonb
language plpgsql stable as $$
begin
    return (
    select coalesce(jsonb_agg(distinct jsonb_build_object('kind', k.id, 'keys', _attribute_keys(c.attrs))), '[]')
      from jsonb_to_recordset(p_conditions) as c(type text, attrs jsonb)
      join kinds k on k.type = c.type and k.names @> _names(c.attrs));
end $$;
