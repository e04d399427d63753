-- The first offset whose message was created at or after an instant, as _offset_at finds it, but searched from the
-- head backwards in growing steps. The cost follows the number of messages after the instant. Lists begin at the
-- newest messages, so the offset that they look for is near the head of nearly every partition.
create function queen._offset_back(p_partition bigint, p_from bigint, p_head bigint, p_instant timestamptz)
returns bigint
language plpgsql stable as $$
declare
    v_high bigint := p_head;
    v_step bigint := 1;
    v_low bigint;
    v_created timestamptz;
begin
    while v_high > p_from loop
        v_low := greatest(p_from, p_head - v_step);
        select m.created_at into v_created from messages m
         where m.partition_id = p_partition and m."offset" >= v_low and m."offset" < v_high
         order by m."offset" limit 1;
        if found and v_created < p_instant then
            return _offset_at(p_partition, v_low + 1, v_high, p_instant);
        end if;
        v_high := v_low;
        v_step := 2 * v_step;
    end loop;
    return v_high;
end $$;
