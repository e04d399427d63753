-- The first p_limit positions in (p_after, p_upto] of the messages in any of these streams, in order, each once.
-- p_streams: [{"kind": id, "keys": [key, …]}]; a stream is the messages of one kind that have all of the keys.
create function log._merge_matches(p_streams jsonb, p_after bigint, p_upto bigint, p_limit integer) returns bigint[]
language plpgsql stable as $$
declare
    v_kinds integer[];
    v_keys jsonb[];
    v_next bigint[] := '{}';
    v_first bigint := p_after;
    v_positions bigint[] := '{}';
begin
    select array_agg((s ->> 'kind')::integer), array_agg(s -> 'keys') into v_kinds, v_keys
      from jsonb_array_elements(p_streams) s;
    for i in 1..coalesce(cardinality(v_kinds), 0) loop
        v_next[i] := _next_match(v_kinds[i], array(select k::uuid from jsonb_array_elements_text(v_keys[i]) k), p_after, p_upto);
    end loop;
    while cardinality(v_positions) < p_limit loop
        select min(n) into v_first from unnest(v_next) n;
        exit when v_first is null;
        v_positions := v_positions || v_first;
        for i in 1..cardinality(v_next) loop
            if v_next[i] = v_first then
                v_next[i] := _next_match(v_kinds[i], array(select k::uuid from jsonb_array_elements_text(v_keys[i]) k),
                                   v_first, p_upto);
            end if;
        end loop;
    end loop;
    return v_positions;
end $$;
