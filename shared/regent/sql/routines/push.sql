-- Stores messages, in order, each in its queue and partition; both are made when they are missing.
--
-- p_lanes: [{"q": queue, "p": partition or null, "n": how many}], each (queue, partition) once.
-- p_items: [{"l": lane (from 1), "o": place in its lane (from 0), "i": id, "t": transaction key, "x": its text when
--            it is not a UUID, "r": trace, "k": key, "h": headers, "d": payload, "e": encrypted, "w": delay seconds}]
-- Returns a row per lane; `duplicates` is {"<lane>:<place>": "<id of the first one>"}.
--
-- Everybody locks partitions by id before they take offsets, and consumers' rows after that: pushes that
-- fan in on the same partitions wait for each other, but cannot deadlock.
create function queen.push(p_lanes jsonb, p_items jsonb, p_producer text)
returns table (lane integer, partition_id bigint, partition text, duplicates jsonb, depth bigint, max_size integer)
language plpgsql security definer
set search_path = queen, pg_temp set plan_cache_mode = force_generic_plan set enable_seqscan = off
as $$
#variable_conflict use_column
declare
    v_ids bigint[];
    v_names text[];
    v_counts integer[];
    v_limited bigint[];         -- queues with a maximum size
    v_secret bigint[];          -- lanes of queues that store ciphertext only
    v_depths jsonb;
    v_bases bigint[];
    v_times timestamptz[];
    v_duplicates jsonb;
begin
    for v_try in 1..3 loop
        select array_agg(l.id order by l.lane), array_agg(l.name order by l.lane), array_agg(l.n order by l.lane),
               array_agg(distinct l.queue_id) filter (where l.max_queue_size > 0),
               array_agg(l.lane) filter (where l.encryption_enabled)
          into v_ids, v_names, v_counts, v_limited, v_secret
          from _lanes(p_lanes) l;
        exit when array_position(v_ids, null) is null;
        perform _create_lanes(p_lanes);
    end loop;
    if v_secret is not null then
        perform _require_encryption(v_secret, p_lanes, p_items);
    end if;
    if v_limited is not null then
        v_depths := _reserve_capacity(v_limited, v_ids, p_items);
    end if;

    with locked as materialized (
        select p.id from partitions p where p.id = any(v_ids) order by p.id for no key update),
    numbered as (
        update partitions p
           set head = p.head + l.n, last_activity = greatest(p.last_activity, queen.now())
          from (select id, n, lane from unnest(v_ids, v_counts) with ordinality u(id, n, lane)
                  join locked using (id)) l
         where p.id = l.id
        returning l.lane, p.head - l.n as base, p.last_activity)
    select array_agg(n.base order by n.lane), array_agg(n.last_activity order by n.lane)
      into v_bases, v_times from numbered n;

    begin
        insert into messages (partition_id, "offset", created_at, id, transaction_key, transaction_text, trace_id,
                              available_at, is_encrypted, producer_sub, key, headers, payload)
        select v_ids[m.l], v_bases[m.l] + m.o, v_times[m.l], m.i, m.t, m.x, m.r,
               v_times[m.l] + make_interval(secs => m.w), coalesce(m.e, false), p_producer, m.k, m.h,
               coalesce(m.d, 'null')
          from jsonb_to_recordset(p_items) as m(l integer, o integer, i uuid, t uuid, x text, r uuid,
                                                w double precision, e boolean, k text, h jsonb, d jsonb);
    exception when unique_violation then
        v_duplicates := _insert_new(v_ids, v_bases, v_times, p_items, p_producer);
    end;

    -- A statement of its own, after the locks: its snapshot sees every consumer that went idle before them.
    update partition_consumers c
       set ready = true, oldest_at = idle.pushed_at
      from (select i.partition_id, i.group_id, u.pushed_at
              from unnest(v_ids, v_times) u(id, pushed_at)
              join partition_consumers i on i.partition_id = u.id
             where not i.ready and i.rest_until is null
             order by i.partition_id, i.group_id for no key update of i) idle
     where c.partition_id = idle.partition_id and c.group_id = idle.group_id;

    return query
    select u.lane::integer, u.id, u.name, v_duplicates,
           (v_depths -> (u.lane - 1)::integer ->> 'depth')::bigint,
           (v_depths -> (u.lane - 1)::integer ->> 'maxSize')::integer
      from unnest(v_ids, v_names) with ordinality u(id, name, lane);
end $$;
