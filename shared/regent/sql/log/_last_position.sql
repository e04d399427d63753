-- The highest position handed out. Uses pg_sequence_last_value, which locks the sequence's page: reading the
-- sequence's row can show a value up to 32 too high while Postgres writes WAL.
create function log._last_position() returns bigint
language sql volatile
return coalesce(pg_sequence_last_value('log.positions'), 0);
