-- Messages as they travel, in the order of their positions: as many as fit into p_max_bytes, and one at least.
create function log._messages_json(p_positions bigint[], p_max_bytes bigint, out messages json, out last_position bigint)
language plpgsql stable as $$
#variable_conflict use_column
begin
    select coalesce(json_agg(json_build_object(
               'position', f.position, 'id', f.id, 'type', f.type, 'payload', f.payload, 'metadata', f.metadata,
               'causationId', f.causation_id, 'correlationId', f.correlation_id,
               'createdAt', to_char(f.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))
               order by f.nth), '[]'),
           (array_agg(f.position order by f.nth desc))[1]
      into messages, last_position
      from (select m.*, k.type, p.nth,
                   sum(400 + octet_length(m.payload::text) + coalesce(octet_length(m.metadata::text), 0))
                       over (order by p.nth) as bytes
              from unnest(p_positions) with ordinality p(position, nth)
              join messages m on m.position = p.position
              join kinds k on k.id = m.kind_id) f
     where f.bytes <= p_max_bytes or f.nth = 1;
end $$;
