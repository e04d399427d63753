-- The messages of the log, for the export to read between two positions that plan_export has given it.
create view log.messages_to_export as
select m.position, m.id::text as id, k.type, m.payload::text as payload, m.metadata::text as metadata,
       m.causation_id::text as causation_id, m.correlation_id::text as correlation_id, m.created_at
  from log.messages m join log.kinds k on k.id = m.kind_id;
