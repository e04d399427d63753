-- The position up to which the log can be read now, and what holds it up: how many appends are in flight, and for
-- how long the first committed message behind them has been waiting for its readers.
create function log.read_safety()
returns table (safe_position bigint, last_position bigint, appends_in_flight bigint, held_seconds double precision)
language plpgsql security definer set search_path = log, pg_temp as $$
#variable_conflict use_column
declare
    v_safe bigint := _safe_position();
    v_given bigint := _last_position();
begin
    return query
    select v_safe, v_given,
           (select count(distinct l.virtualtransaction) from pg_locks l
             where l.locktype = 'advisory' and l.objsubid = 2 and l.classid = 1279870720
               and l.database = (select d.oid from pg_database d where d.datname = current_database())),
           coalesce((select greatest(extract(epoch from queen.now() - m.created_at), 0)::double precision from messages m
                      where m.position > v_safe order by m.position limit 1), 0);
end $$;
