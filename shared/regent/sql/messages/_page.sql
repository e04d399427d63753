-- A page of messages, newest first or in ascending order, as places: partitions and offsets. `next_…` is the place
-- after which the list goes on, null at its end. p_min_offset: none with a lower offset, of the partition that is
-- named.
--
-- A status and a payload are judged message by message, round by round. After p_most messages, or
-- p_most_bytes of payloads, the page ends with those that were found, and the list goes on after the last message that
-- was looked at. So a request ends, however rare it is that a message fits. `looked`, `looked_to` and `sealed` tell how
-- many it looked at, back to which instant, and how many of them were encrypted; null where nothing is judged.
create function queen._page(
    p_queue text, p_partition text, p_namespace text, p_task text, p_group text, p_status text,
    p_from timestamptz, p_to timestamptz, p_limit integer, p_skip integer,
    p_after timestamptz, p_after_partition bigint, p_after_offset bigint, p_most integer,
    p_ascending boolean, p_min_offset bigint, p_contains text, p_field text[], p_value text, p_most_bytes bigint,
    p_sight text[],
    out partition_ids bigint[], out offsets bigint[], out total bigint,
    out next_at timestamptz, out next_partition bigint, out next_offset bigint, out next_skip integer,
    out looked integer, out looked_to timestamptz, out sealed integer)
language plpgsql stable as $$
declare
    v_listed record;
    v_round record;
    v_found record;
    v_judges boolean := num_nonnulls(p_status, p_contains, p_field) > 0;
    v_bytes bigint := 0;
    v_last integer;                     -- the last one of the round that was looked at
    v_instants timestamptz[] := '{}';
    v_at timestamptz := p_after;        -- the page lies behind this place
    v_partition bigint := p_after_partition;
    v_offset bigint := p_after_offset;
    v_size integer := p_skip + p_limit + 1;
begin
    partition_ids := '{}';
    offsets := '{}';
    next_skip := p_skip;
    if v_judges then
        looked := 0;
        sealed := 0;
    end if;
    if (p_after is null or case when p_ascending then p_from >= p_after else p_to <= p_after end) then
        v_at := case when p_ascending then p_from else p_to end;
        v_partition := 0;
        v_offset := 0;
    end if;
    v_listed := _listed_partitions(
        p_queue, p_partition, p_namespace, p_task, p_group, p_status,
        case when p_ascending then v_at else p_from end, case when p_ascending then p_to else v_at end, p_ascending);
    if num_nulls(p_group, p_status, p_from, p_to, p_min_offset, p_contains, p_field) = 7 then
        total := v_listed.kept;
    end if;
    if p_min_offset is not null then
        v_listed.firsts := array[greatest(v_listed.firsts[1], p_min_offset)];
    end if;
    loop
        if v_judges then
            v_size := least(v_size, p_most - looked);
        end if;
        if p_ascending then
            v_round := _oldest_messages(v_listed.ids, v_listed.firsts, v_listed.heads, v_listed.bounds, p_to,
                                        v_at, v_partition, v_offset, v_size);
        else
            v_round := _newest_messages(v_listed.ids, v_listed.firsts, v_listed.heads, v_listed.bounds, p_from,
                                        v_at, v_partition, v_offset, v_size);
        end if;
        v_found := v_round;
        v_last := cardinality(v_round.instants);
        if v_judges and v_last > 0 then
            v_found := _fitting_places(v_round.partition_ids, v_round.offsets, v_round.instants, p_group, p_status,
                                       p_contains, p_field, p_value, p_most_bytes - v_bytes, p_sight);
            v_last := v_found.looked;
            v_bytes := v_bytes + v_found.bytes;
            sealed := sealed + v_found.sealed;
            looked := looked + v_last;
            looked_to := v_round.instants[v_last];
        end if;
        partition_ids := partition_ids || v_found.partition_ids[next_skip + 1:];
        offsets := offsets || v_found.offsets[next_skip + 1:];
        v_instants := v_instants || v_found.instants[next_skip + 1:];
        next_skip := greatest(0, next_skip - cardinality(v_found.instants));
        if cardinality(offsets) > p_limit then
            partition_ids := partition_ids[:p_limit];
            offsets := offsets[:p_limit];
            next_at := v_instants[p_limit];
            next_partition := partition_ids[p_limit];
            next_offset := offsets[p_limit];
            return;
        end if;
        exit when v_last = cardinality(v_round.instants) and v_last < v_size;
        v_at := v_round.instants[v_last];
        v_partition := v_round.partition_ids[v_last];
        v_offset := v_round.offsets[v_last];
        if looked >= p_most or v_bytes >= p_most_bytes then
            next_at := v_at;
            next_partition := v_partition;
            next_offset := v_offset;
            return;
        end if;
        v_size := 4 * v_size;
    end loop;
end $$;
