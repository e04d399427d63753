-- Stores records in a topic, all or none: a push that shares them out to the partitions itself. Answers in their
-- order where each record is; for a duplicate, where the first copy is.
--
-- p_named:   the partition that a record names, or null
-- p_choices: a number for each record that names none: modulo the number of partitions it is the partition to
--            take. For a record with a key it is the key's hash, so that one key always goes to one partition.
--            Without a key it counts up, so that partitions take turns.
-- The other parameters are those of push.
create function queen.produce(
    p_topic text, p_named integer[], p_choices bigint[], p_ids uuid[], p_keys uuid[], p_payloads text, p_more jsonb,
    p_producer text)
returns table (partition integer, "offset" bigint, created_at_ms bigint, headers text, duplicate boolean)
language plpgsql security definer
set search_path = queen, pg_temp set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
#variable_conflict use_column
declare
    v_queue queues := _require_topic(p_topic);
    v_grew boolean := _grew_lately(v_queue.grown_at);
    v_lanes jsonb;
    v_of integer[];
    v_places integer[];
    v_parts integer[];          -- by lane
    v_ids bigint[];
    v_duplicates jsonb;
begin
    with placed as (
        select c.nth, c.part, dense_rank() over (order by c.part)::integer as lane,
               (row_number() over (partition by c.part order by c.nth) - 1)::integer as place
          from (select u.nth, coalesce(u.named, (u.choice % case
                           when v_grew then _partition_count_of(v_queue.id, u.choice, u.transaction_key)
                           else v_queue.fixed_partitions end)::integer) as part
                  from unnest(p_named, p_choices, p_keys) with ordinality u(named, choice, transaction_key, nth)) c),
    lanes as (
        select p.lane, p.part, count(*) as n from placed p group by p.lane, p.part)
    select (select jsonb_agg(jsonb_build_object('q', p_topic, 'p', l.part::text, 'n', l.n) order by l.lane) from lanes l),
           (select array_agg(l.part order by l.lane) from lanes l),
           array_agg(p.lane order by p.nth), array_agg(p.place order by p.nth)
      into v_lanes, v_parts, v_of, v_places from placed p;
    select array_agg(r.partition_id order by r.lane), (array_agg(r.duplicates))[1] into v_ids, v_duplicates
      from queen.push(v_lanes, v_of, v_places, p_ids, p_keys, p_payloads, p_more, p_producer) r;
    -- A push makes a missing queue. If the topic was deleted meanwhile, this push made a queue of its name that is
    -- no topic: roll back and start again.
    perform from partitions p where p.id = v_ids[1] and p.queue_id = v_queue.id;
    perform _still_there(found);
    if v_duplicates is null then
        -- All records are new. They are the last ones of their partitions, because this transaction holds these.
        return query
        select v_parts[u.lane], p.head - (v_lanes -> (u.lane - 1) -> 'n')::bigint + u.place,
               _milliseconds(p.last_activity), null::text, false
          from unnest(v_of, v_places) with ordinality u(lane, place, nth)
          join partitions p on p.id = v_ids[u.lane]
         order by u.nth;
        return;
    end if;
    return query
    select v_parts[u.lane], m."offset", _milliseconds(m.created_at), m.headers::text, m.id <> u.id
      from unnest(v_of, p_ids, p_keys) with ordinality u(lane, id, transaction_key, nth)
      join messages m on m.partition_id = v_ids[u.lane] and m.transaction_key = u.transaction_key
     order by u.nth;
end $$;
