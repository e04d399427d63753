-- Messages as an answer shows them, in the order of p_positions: at most p_limit of them, as many as fit into
-- p_max_bytes, and at least one. `more`: positions were left out. A caller that needs `more` passes one position
-- more than p_limit.
create function log._messages_json(
    p_positions bigint[], p_limit integer, p_max_bytes bigint, out messages json, out last_position bigint, out more boolean)
language plpgsql stable as $$
#variable_conflict use_column
begin
    select coalesce(json_agg(json_build_object(
               'position', f.position, 'id', f.id, 'type', f.type, 'payload', f.payload, 'metadata', f.metadata,
               'causationId', f.causation_id, 'correlationId', f.correlation_id,
               'createdAt', to_char(f.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))
               order by f.nth), '[]'),
           (array_agg(f.position order by f.nth desc))[1], count(f.position) < coalesce(cardinality(p_positions), 0)
      into messages, last_position, more
      from (select m.*, k.type, p.nth,
                   sum(400 + octet_length(m.payload::text) + coalesce(octet_length(m.metadata::text), 0))
                       over (order by p.nth) as bytes
              from unnest(p_positions[:p_limit]) with ordinality p(position, nth)
              join messages m on m.position = p.position
              join kinds k on k.id = m.kind_id) f
     where f.bytes <= p_max_bytes or f.nth = 1;
end $$;
