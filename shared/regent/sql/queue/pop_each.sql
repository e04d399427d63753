-- Pops of one queue for one group, one after the other: a queen.pop for each of p_leases, in their order.
--
-- p_repeat: as in pop.sql; false where the leases are keys, null where they are not. p_clients: the consumers' names,
-- in the order of p_leases; null where none has one.
--
-- One statement for many consumers. It stops at the first pop that finds nothing: those behind it would find nothing
-- either. It also stops when its pops have taken p_max_bytes, which bounds each of them, too. Then its last row has
-- no lease: for those behind nobody has looked, and their pops are to be sent again.
--
-- Each pop takes its row with SKIP LOCKED and keeps it to the commit, so two such calls neither wait for each other
-- nor share a partition. Where what they find is plain, one statement finds it for all (_plain_lanes.sql), and one
-- writes the leases. All else, and a partition whose messages were deleted, is popped one by one, behind these leases.
create function queen.pop_each(
    p_queue text, p_group text, p_batch integer, p_leases uuid[], p_max_bytes bigint, p_mode text, p_from timestamptz,
    p_lease_seconds integer default null, p_repeat boolean default null, p_clients text[] default null)
returns table (
    lease uuid, queue text, namespace text, task text, partition_id bigint, partition text, "offset" bigint, id uuid,
    transaction_id text, trace_id uuid, key text, headers text, payload text, is_encrypted boolean,
    producer_sub text, created_at timestamptz, delivery integer, failed_attempts integer,
    lease_seconds integer, lease_expires_at timestamptz)
language plpgsql security definer
set search_path = queen, pg_temp set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
#variable_conflict use_column
declare
    v_left bigint := p_max_bytes;
    v_now timestamptz := queen.now();
    v_lanes record;
    v_handed integer[];         -- messages of each lane; 0 where all were deleted
    v_places integer[];         -- the place in p_leases of each lane that has some
    v_next integer := 1;        -- the first lease that has no lane: the leases that nobody has looked for are the last
    v_count integer;
begin
    if p_repeat is not null then    -- before any row is locked, and in one order
        perform _lock_key(k, 4447) from (select k from unnest(p_leases) k order by k) keys;
    end if;
    v_lanes := _plain_lanes(p_queue, p_group, p_batch, cardinality(p_leases), p_max_bytes, p_lease_seconds, v_now);
    if v_lanes.empty then
        return;
    end if;
    for v_lane in 1 .. coalesce(cardinality(v_lanes.partition_ids), 0) loop
        return query
        select p_leases[v_next], p_queue, v_lanes.namespace, v_lanes.task, m.partition_id, v_lanes.partitions[v_lane],
               m."offset", m.id, coalesce(m.transaction_text, m.transaction_key::text), m.trace_id, m.key,
               m.headers::text, m.payload::text, m.is_encrypted, m.producer_sub, m.created_at, 1, 0, null::integer,
               null::timestamptz
          from messages m
         where m.partition_id = v_lanes.partition_ids[v_lane] and m."offset" >= v_lanes.firsts[v_lane]
           and m."offset" < v_lanes.uptos[v_lane]
         order by m."offset";
        get diagnostics v_count = row_count;
        v_handed[v_lane] := v_count;
        v_places[v_lane] := v_next;
        if v_count > 0 then
            lease := p_leases[v_next];
            lease_seconds := v_lanes.lease_seconds;
            lease_expires_at := v_now + make_interval(secs => v_lanes.lease_seconds);
            return next;
            v_next := v_next + 1;
        end if;
    end loop;
    if v_handed is not null then
        update partition_consumers c
           set lease_id = p_leases[l.place], leased_at = v_now, released_at = null,
               lease_expires_at = v_now + make_interval(secs => v_lanes.lease_seconds),
               committed = l.first, batch_end = l.upto, handed = l.handed, lease_shared = false,
               lease_client = p_clients[l.place], popped = c.popped + l.handed
          from unnest(v_lanes.partition_ids, v_lanes.firsts, v_lanes.uptos, v_handed, v_places)
               as l(partition_id, first, upto, handed, place)
         where c.partition_id = l.partition_id and c.group_id = v_lanes.group_id and l.handed > 0;
        if v_next > cardinality(v_lanes.partition_ids) then
            return;     -- those behind would find nothing
        end if;
    end if;
    lease_seconds := null;
    lease_expires_at := null;
    for v_place in v_next .. cardinality(p_leases) loop
        lease := p_leases[v_place];
        if v_left <= 0 then
            lease := null;
            headers := null;
            payload := null;
            return next;
            return;
        end if;
        for queue, namespace, task, partition_id, partition, "offset", id, transaction_id, trace_id, key, headers, payload,
            is_encrypted, producer_sub, created_at, delivery, failed_attempts, lease_seconds, lease_expires_at in
            select * from pop(p_queue, null, p_group, p_batch, 1, false, lease, p_max_bytes, p_mode, p_from, p_lease_seconds,
                              p_repeat, null, p_clients[v_place])
        loop
            v_left := v_left - coalesce(octet_length(payload), 0);  -- the last row of a pop is no message
            return next;
        end loop;
        exit when not found or (queue is null and lease_seconds is null);   -- null: there is no such queue
    end loop;
end $$;
