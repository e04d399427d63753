-- The only clock. Everything that waits, expires or is dated calls it, so a test moves time by replacing this one
-- function. It is inlined: a call costs nothing.
create function queen.now() returns timestamptz
language sql volatile parallel safe
return clock_timestamp();
