-- Below here nothing can still appear: the highest position that was given out, or the one that the oldest append in
-- flight started from. It depends on appends to this log alone: a transaction that stays open for another reason
-- holds up no reader.
--
-- Why it is right: an append marks the position that it starts from (_mark_append) before it takes any, and the mark
-- goes when it commits, after its messages are visible. So each position up to v_given was taken by an append whose
-- mark is either seen below or gone, and what is gone is visible to the caller's next statement, not to this one:
-- callers must be volatile, and read in a statement of its own.
--
-- It can step back: an append that looked where it starts, and marked only after others had taken positions, holds
-- back more than it needs. What was safe stays so; nothing may rely on the number never falling.
create function log._safe_position() returns bigint
language plpgsql volatile as $$
declare
    v_given bigint;
    v_started bigint;
begin
    perform _require_fresh_looks();
    v_given := _last_position();
    select min(v_given - m.back) into v_started
      from (select (v_given - l.objid::bigint) & 4294967295 as back from pg_locks l
             where l.locktype = 'advisory' and l.objsubid = 2 and l.classid = 1279870720
               and l.database = (select d.oid from pg_database d where d.datname = current_database())) m
     where m.back < 2147483648;     -- else it started after v_given was read
    return least(v_given, v_started);
end $$;
