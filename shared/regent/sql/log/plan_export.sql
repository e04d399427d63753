-- The messages of the log that an export writes next: those behind p_after up to the position `upto`, and how many
-- they are. At most p_messages, and as many as have p_bytes together, but at least one. Null: there are none.
--
-- No message can still appear among them, because all are at or below the safe position. The caller reads them
-- later, and holds their number against what it read. Sizes are those in the table, which is not read for them.
create function log.plan_export(p_after bigint, p_messages integer, p_bytes bigint)
returns table (upto bigint, messages bigint, safe_position bigint)
language plpgsql security definer
set search_path = log, pg_temp set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
    v_safe bigint := _safe_position();
begin
    return query
    select max(f.position), count(*), v_safe
      from (select n.position, row_number() over w as nth, sum(n.bytes) over w as bytes
              from (select m.position,
                           100 + pg_column_size(m.payload) + coalesce(pg_column_size(m.metadata), 0) as bytes
                      from messages m where m.position > p_after and m.position <= v_safe
                     order by m.position limit p_messages) n
            window w as (order by n.position)) f
     where f.bytes <= p_bytes or f.nth = 1;
end $$;
