-- Stores messages, in order, each in its queue and partition; both are made if they are missing.
--
-- p_lanes:    [{"q": queue, "p": partition or null, "n": how many}], each (queue, partition) once
-- p_of:       each message's lane (from 1), and p_places its place in it (from 0); null when there is one lane
-- p_ids:      their ids, and p_keys their transaction keys
-- p_payloads: their payloads, JSON texts joined by U+001F, which no JSON text holds
-- p_more:     fields that few messages have, null if none does: [{"x": transaction id that is not a UUID, "r": trace,
--             "k": key, "h": headers (JSON as text), "e": encrypted, "w": delay seconds}, …]
-- p_acks, p_required, p_commits: given by `transaction` only (transaction.sql)
-- p_depth:    count the depth also of queues without a maximum
-- p_choices:  the hashes of keys that may choose the partition, null for other messages; null if there is none
--
-- Columns rather than one document: taking a document of 100 messages apart costs as much as storing them.
-- Returns a row per lane; `duplicates` is {"<lane>:<place>": "<id of the first one>"}. Where keys chose partitions, the
-- lanes are others than those of p_lanes: then the first row has the lane and the place of each message in `placed`.
--
-- Every routine locks partitions by id before it takes offsets, and consumers' rows after that. So pushes that fan
-- in on the same partitions wait for each other, but cannot deadlock.
create function queen.push(
    p_lanes jsonb, p_of integer[], p_places integer[], p_ids uuid[], p_keys uuid[], p_payloads text, p_more jsonb,
    p_producer text, p_acks jsonb default null, p_required jsonb default null,
    p_commits jsonb default null, p_depth boolean default false, p_choices bigint[] default null)
returns table (lane integer, partition_id bigint, partition text, duplicates jsonb, depth bigint, max_size integer,
               placed integer[])
language plpgsql security definer
set search_path = queen, pg_temp set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
#variable_conflict use_column
declare
    v_ids bigint[];
    v_names text[];
    v_counts integer[];
    v_limited bigint[];         -- queues with a maximum size
    v_secret bigint[];          -- lanes of queues that store ciphertext only
    v_chosen record;            -- what keys chose
    v_depths jsonb;
    v_bases bigint[];
    v_times timestamptz[];
    v_payloads text[] := string_to_array(p_payloads, E'\x1f');
    v_parsed json[] := v_payloads::json[];  -- here, before the locks: whoever shares a partition waits for less
    v_largest integer;          -- no message of this push takes more bytes of an answer
    v_delay interval;           -- none is scheduled for later
    v_duplicates jsonb;
    v_placed integer[];
    v_woken bigint[];           -- the partitions that got a message; null for the others
begin
    select max(_most_bytes(m.d, m.y ->> 'h', concat(m.y ->> 'k', m.y ->> 'x', p_producer))),
           make_interval(secs => max((m.y -> 'w')::double precision))
      into v_largest, v_delay
      from rows from (unnest(v_payloads), jsonb_array_elements(p_more)) m(d, y);
    if jsonb_array_length(p_lanes) = 1 then
        -- Most pushes go to one partition of a queue without limits: it is found, locked and numbered at once.
        update partitions p
           set head = p.head + (p_lanes -> 0 -> 'n')::integer, last_activity = greatest(p.last_activity, queen.now()),
               largest = greatest(case when p.tail < p.head then p.largest end, v_largest),
               delayed_until = case when p.tail < p.head then p.delayed_until end
          from queues q
         where q.name = p_lanes -> 0 ->> 'q' and p.queue_id = q.id
           and p.name = coalesce(p_lanes -> 0 ->> 'p', case q.fixed_partitions when 0 then 'Default' end)
           and q.max_queue_size = 0 and not q.encryption_enabled
           and not q.push_maintenance and not (select m.push from maintenance m)
        returning array[p.id], array[p.name], array[p.head - (p_lanes -> 0 -> 'n')::integer], array[p.last_activity]
             into v_ids, v_names, v_bases, v_times;
    end if;
    if v_ids is null then
        perform _require_open(p_lanes);
        -- Bound: three looks, each of which makes what it misses. Only a deletion at this very moment can take it
        -- away again; after the third one the push starts anew (_still_there below).
        for v_try in 1..3 loop
            if p_choices is not null then
                v_chosen := _lanes_by_key(p_lanes, p_of, p_choices, p_keys);
                v_ids := v_chosen.ids;
                exit when array_position(v_ids, null) is null;
                perform _create_lanes(p_lanes);
                continue;
            end if;
            with wanted as materialized (
                select l.lane, l.n, q.id as queue_id, q.max_queue_size, q.encryption_enabled,
                       case when l.p is null and q.fixed_partitions > 0 then _least_active(
                                q.id, q.name, p_lanes, jsonb_array_length(p_lanes) = 1 and q.max_queue_size = 0)
                            else coalesce(l.p, 'Default') end as name
                  from rows from (jsonb_to_recordset(p_lanes) as (q text, p text, n integer))
                       with ordinality l(q, p, n, lane)
                  left join queues q on q.name = l.q)
            select array_agg(p.id order by w.lane), array_agg(p.name order by w.lane), array_agg(w.n order by w.lane),
                   array_agg(distinct w.queue_id) filter (where w.max_queue_size > 0),
                   array_agg(w.lane) filter (where w.encryption_enabled)
              into v_ids, v_names, v_counts, v_limited, v_secret
              from wanted w left join partitions p on p.queue_id = w.queue_id and p.name = w.name;
            exit when array_position(v_ids, null) is null;
            perform _create_lanes(p_lanes);
        end loop;
        if p_choices is not null then
            v_names := v_chosen.names;
            v_counts := v_chosen.counts;
            v_limited := v_chosen.limited;
            v_secret := v_chosen.secret;
            p_lanes := v_chosen.lanes;
            p_of := v_chosen.lane_of;
            p_places := v_chosen.place_of;
            v_placed := array[p_of, p_places];
        end if;
        if v_secret is not null then
            perform _require_encryption(v_secret, p_lanes, p_of, p_more);
        end if;
        if v_limited is not null then
            v_depths := _reserve_capacity(v_limited, v_ids, p_of, p_keys);
        end if;

        with locked as materialized (
            select u.lane, u.n, p.id from unnest(v_ids, v_counts) with ordinality u(id, n, lane)
              join partitions p on p.id = u.id
             order by p.id for no key update of p),
        numbered as (
            update partitions p
               set head = p.head + l.n, last_activity = greatest(p.last_activity, queen.now()),
                   largest = greatest(case when p.tail < p.head then p.largest end, v_largest),
                   delayed_until = case when p.tail < p.head then p.delayed_until end
              from locked l where p.id = l.id
            returning l.lane, p.head - l.n as base, p.last_activity)
        select array_agg(n.base order by n.lane), array_agg(n.last_activity order by n.lane)
          into v_bases, v_times from numbered n;
        perform _still_there(cardinality(v_bases) is not distinct from cardinality(v_ids));
    end if;

    if v_delay is not null then
        update partitions p set delayed_until = greatest(p.delayed_until, u.pushed_at + v_delay)
          from unnest(v_ids, v_times) u(id, pushed_at) where p.id = u.id;
    end if;
    begin
        insert into messages (partition_id, "offset", created_at, id, transaction_key, transaction_text, trace_id,
                              available_at, is_encrypted, producer_sub, key, headers, payload)
        select v_ids[coalesce(m.l, 1)], v_bases[coalesce(m.l, 1)] + coalesce(m.o, m.n - 1), v_times[coalesce(m.l, 1)],
               m.i, m.t, m.y ->> 'x', (m.y ->> 'r')::uuid,
               v_times[coalesce(m.l, 1)] + make_interval(secs => (m.y -> 'w')::double precision),
               coalesce((m.y -> 'e')::boolean, false), p_producer, m.y ->> 'k', (m.y ->> 'h')::json, m.d
          from rows from (unnest(p_of), unnest(p_places), unnest(p_ids), unnest(p_keys),
                          unnest(v_parsed), jsonb_array_elements(p_more))
               with ordinality m(l, o, i, t, d, y, n);
    exception when unique_violation then
        v_duplicates := _insert_new(
            v_ids, v_bases, v_times, p_of, p_places, p_ids, p_keys, p_payloads, p_more, p_producer);
        select array_agg(case when p.head > u.base then u.id end order by u.lane) into v_woken
          from unnest(v_ids, v_bases) with ordinality u(id, base, lane)
          join partitions p on p.id = u.id;
    end;

    if p_acks is not null then  -- a transaction: the rows that it acks, commits to and wakes are locked in one order
        perform _lock_consumers(p_acks, p_required, v_ids, p_commits);
    end if;
    -- The wake is a statement of its own, after the locks: its snapshot sees every row that went idle before them.
    -- A lane of duplicates wakes nobody: its row would stand in the line with the age of a message that is not there.
    update partition_consumers c
       set ready = true, oldest_at = idle.pushed_at
      from (select i.partition_id, i.group_id, u.pushed_at
              from unnest(coalesce(v_woken, v_ids), v_times) u(id, pushed_at)
              join partition_consumers i on i.partition_id = u.id
             where not i.ready and i.rest_until is null
             order by i.partition_id, i.group_id for no key update of i) idle
     where c.partition_id = idle.partition_id and c.group_id = idle.group_id;

    if p_depth then     -- after the wake: rows that are idle count as done
        select jsonb_agg(coalesce(nullif(v_depths -> (u.lane - 1)::integer, 'null'), jsonb_build_object(
                   'depth', d.depth, 'maxSize', 0)) order by u.lane)
          into v_depths
          from unnest(v_ids) with ordinality u(id, lane)
          join partitions p on p.id = u.id
          join (select l.queue_id, (select depth from _depth(l.queue_id)) as depth
                  from (select distinct o.queue_id from partitions o where o.id = any(v_ids)) l) d
            on d.queue_id = p.queue_id;
    end if;
    for v_lane in 1..cardinality(v_ids) loop
        lane := v_lane;
        partition_id := v_ids[v_lane];
        partition := v_names[v_lane];
        duplicates := v_duplicates;
        depth := (v_depths -> (v_lane - 1) ->> 'depth')::bigint;
        max_size := (v_depths -> (v_lane - 1) ->> 'maxSize')::integer;
        placed := v_placed;
        v_placed := null;
        return next;
    end loop;
end $$;
