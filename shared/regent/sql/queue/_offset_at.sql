-- The first offset whose message was created at or after an instant, found by binary search on the primary key.
-- That works because created_at never goes back within a partition. The offset of a deleted message counts as that
-- of the next message that is left.
create function queen._offset_at(p_partition bigint, p_from bigint, p_head bigint, p_instant timestamptz)
returns bigint
language plpgsql stable as $$
declare
    v_low bigint := p_from;
    v_high bigint := p_head;
    v_middle bigint;
    v_created timestamptz;
begin
    while v_low < v_high loop
        v_middle := (v_low + v_high) / 2;
        select m.created_at into v_created from messages m
         where m.partition_id = p_partition and m."offset" >= v_middle and m."offset" < v_high
         order by m."offset" limit 1;
        if not found or v_created >= p_instant then
            v_high := v_middle;
        else
            v_low := v_middle + 1;
        end if;
    end loop;
    return v_low;
end $$;
