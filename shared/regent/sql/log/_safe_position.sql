-- The safe position: no message can still appear at or below it. It is the highest position handed out, or the one
-- that the oldest append in flight started from. It depends on appends to this log alone: a transaction that stays
-- open for another reason holds up no reader.
--
-- Why it is right: an append marks the position that it starts from (_mark_append) before it takes any. The mark
-- goes when the append commits, after its messages are visible. So each position up to v_given was taken by an
-- append whose mark is either found here or gone. If the mark is gone, the messages are visible to the caller's
-- next statement, but not to this one. Therefore callers must be volatile, and read in a separate statement.
--
-- The safe position can step back: an append may set its mark only after others took positions beyond its start.
-- It then holds back more than it needs to. What was safe stays safe, but nothing may rely on the number never
-- falling.
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
