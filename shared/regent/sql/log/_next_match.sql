-- The first position in (p_after, p_upto] of a message of one kind that has all of these keys; null if there is
-- none. Leapfrog: it asks each key's index for its first position at or after the furthest one that another key
-- has named. So the cost follows the rarest key.
create function log._next_match(p_kind integer, p_keys uuid[], p_after bigint, p_upto bigint) returns bigint
language plpgsql stable as $$
declare
    v_low bigint := p_after + 1;
    v_found bigint;
    v_agreed integer := 0;
    v_key integer := 0;
begin
    loop
        select k.position into v_found from message_keys k
         where k.key = p_keys[v_key + 1] and k.kind_id = p_kind and k.position >= v_low
         order by k.position limit 1;
        if not found or v_found > p_upto then
            return null;
        end if;
        v_agreed := case when v_found = v_low and v_agreed > 0 then v_agreed + 1 else 1 end;
        if v_agreed = cardinality(p_keys) then
            return v_found;
        end if;
        v_low := v_found;
        v_key := (v_key + 1) % cardinality(p_keys);
    end loop;
end $$;
