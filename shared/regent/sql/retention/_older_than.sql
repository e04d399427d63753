-- The first offset in [p_from, p_upto) whose message is not older than p_instant, or p_upto if there is none. In
-- most partitions all messages are older, or none is; these need no search.
create function queen._older_than(
    p_partition bigint, p_from bigint, p_upto bigint, p_last_activity timestamptz, p_instant timestamptz)
returns bigint
language plpgsql stable as $$
declare
    v_created timestamptz;
begin
    if p_from >= p_upto or p_last_activity < p_instant then
        return greatest(p_from, p_upto);
    end if;
    select m.created_at into v_created from messages m
     where m.partition_id = p_partition and m."offset" >= p_from order by m."offset" limit 1;
    if v_created >= p_instant then
        return p_from;
    end if;
    return _offset_at(p_partition, p_from, p_upto, p_instant);
end $$;
