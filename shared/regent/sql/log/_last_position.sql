-- The highest position that was given out. Through this function, which locks the sequence's page: to who reads its
-- row, the sequence shows a number up to 32 ahead for a moment, whenever it writes to the log of the database.
create function log._last_position() returns bigint
language sql volatile
return coalesce(pg_sequence_last_value('log.positions'), 0);
