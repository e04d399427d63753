-- Those of some messages that fit: with a status (p_status; p_group's, or that over all groups), with a text in the
-- JSON of their payload (p_contains), and with a value at a path of it (p_field, p_value). Null: not asked for.
--
-- Payloads are read one after the other, until p_most_bytes of them are read: then `looked` is less than the number of
-- messages. `sealed`: so many of those were encrypted, and no payload is found in ciphertext; or the caller does not
-- see all of their payloads, and must not find what is hidden. p_sight: the values of a queue's option `payloads` that
-- show payloads to the caller, and `reveal` if masks do not count.
create function queen._fitting_places(
    p_partitions bigint[], p_offsets bigint[], p_instants timestamptz[], p_group text, p_status text,
    p_contains text, p_field text[], p_value text, p_most_bytes bigint, p_sight text[],
    out partition_ids bigint[], out offsets bigint[], out instants timestamptz[],
    out looked integer, out bytes bigint, out sealed integer)
language plpgsql stable
set plan_cache_mode = force_generic_plan
as $$
declare
    v_places integer[];         -- indexes into the arguments
    v_place integer;
    v_payload json;
    v_text text;
    v_is_sealed boolean;
begin
    looked := cardinality(p_offsets);
    bytes := 0;
    sealed := 0;
    if p_status is null then
        v_places := array(select generate_series(1, looked));
    else
        v_places := array(
            select u.n
              from unnest(p_partitions, p_offsets) with ordinality u(partition_id, "offset", n)
             cross join lateral _message_state(u.partition_id, u."offset", p_group) s
             where s.status = p_status
             order by u.n);
    end if;
    if num_nonnulls(p_contains, p_field) > 0 then
        partition_ids := '{}';
        offsets := '{}';
        instants := '{}';
        foreach v_place in array v_places loop
            if bytes >= p_most_bytes then
                looked := v_place - 1;
                exit;
            end if;
            select m.payload, m.payload::text,
                   m.is_encrypted or q.payloads <> all(p_sight) or q.mask_paths <> '{}' and 'reveal' <> all(p_sight)
              into v_payload, v_text, v_is_sealed
              from messages m join partitions p on p.id = m.partition_id join queues q on q.id = p.queue_id
             where m.partition_id = p_partitions[v_place] and m."offset" = p_offsets[v_place];
            bytes := bytes + octet_length(v_text);
            if v_is_sealed then
                sealed := sealed + 1;
            elsif (p_contains is null or strpos(v_text, p_contains) > 0)
                  -- What is null in JSON is null in SQL, too, but as JSON it has a text.
                  and (p_field is null or coalesce(v_payload #>> p_field, (v_payload #> p_field)::text) = p_value) then
                partition_ids := partition_ids || p_partitions[v_place];
                offsets := offsets || p_offsets[v_place];
                instants := instants || p_instants[v_place];
            end if;
        end loop;
    else
        select coalesce(array_agg(p_partitions[u.place] order by u.n), '{}'),
               coalesce(array_agg(p_offsets[u.place] order by u.n), '{}'),
               coalesce(array_agg(p_instants[u.place] order by u.n), '{}')
          into partition_ids, offsets, instants
          from unnest(v_places) with ordinality u(place, n);
    end if;
end $$;
