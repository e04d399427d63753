-- The first offset in [p_from, p_upto) whose message is not older than p_instant, or p_upto if there is none. In
-- most partitions all messages are older, or none is; these need no search. A scheduled message is as old as the
-- instant at which it was due. These instants follow no order, so where one may lie behind p_instant (delayed_until),
-- the next hundred thousand scheduled messages are looked at, along an index that has no others. None behind them goes
-- in this run.
create function queen._older_than(p_partition queen.partitions, p_from bigint, p_upto bigint, p_instant timestamptz)
returns bigint
language plpgsql stable as $$
declare
    v_created timestamptz;
    v_to bigint := greatest(p_from, p_upto);
    c_looked constant integer := 100000;
begin
    if p_from >= v_to then
        return v_to;
    end if;
    if p_partition.last_activity >= p_instant then
        select m.created_at into v_created from messages m
         where m.partition_id = p_partition.id and m."offset" >= p_from order by m."offset" limit 1;
        v_to := case when v_created >= p_instant then p_from else _offset_at(p_partition.id, p_from, p_upto, p_instant) end;
    end if;
    if p_partition.delayed_until >= p_instant then
        select coalesce(min(l."offset") filter (where l.available_at >= p_instant),
                        case when count(*) = c_looked then max(l."offset") + 1 end, v_to) into v_to
          from (select m."offset", m.available_at from messages m
                 where m.partition_id = p_partition.id and m."offset" >= p_from and m."offset" < v_to
                   and m.available_at is not null
                 order by m."offset" limit c_looked) l;
    end if;
    return v_to;
end $$;
