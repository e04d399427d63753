-- The streams (log/_merge_matches.sql) of the messages that match one of these conditions: [{"type", "attrs":
-- {name: value, …}}]. A message has to match all attributes of one condition (AND), and any one of the conditions
-- (OR). Raises RG036 for more than 1,000 streams.
create function log._condition_streams(p_conditions jsonb) returns jsonb
language plpgsql stable as $$
declare
    -- Bound (limits.MAX_LOG_STREAMS): each stream is looked at by itself, so hundreds of conditions on a type with
    -- hundreds of sets of attributes held a session for 8 s.
    c_most constant integer := 1000;
    v_streams jsonb;
begin
    select jsonb_agg(s.stream) into v_streams
      from (select distinct jsonb_build_object('kind', k.id, 'keys', _attribute_keys(c.attrs)) as stream
              from (select a.type, a.attrs, _names(a.attrs) as names
                      from jsonb_to_recordset(p_conditions) as a(type text, attrs jsonb) offset 0) c
              join kinds k on k.type = c.type and k.names @> c.names
             limit c_most + 1) s;
    if jsonb_array_length(v_streams) > c_most then
        raise exception 'these conditions fit more than % sets of attributes that messages have had; ask for fewer at once',
            c_most using errcode = 'RG036', detail = jsonb_build_object(
                'conditions', jsonb_array_length(p_conditions), 'maxSets', c_most)::text;
    end if;
    return coalesce(v_streams, '[]');
end $$;
