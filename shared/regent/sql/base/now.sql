-- The only clock. Everything that waits, expires or is dated asks here, so that a test can move time by
-- replacing one function. It is inlined: asking costs nothing.
create function queen.now() returns timestamptz
language sql volatile parallel safe
return clock_timestamp();
