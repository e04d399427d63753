-- Finds the partitions of a push whose messages leave that to their keys. In a queue with a fixed number of partitions
-- the hash of a key modulo that number is the partition (p_choices; null for a message without a key, and for one
-- that names its partition). In any other queue a key chooses nothing.
--
-- Queues, their sizes and their partitions are read in one snapshot, so a queue that is made anew at this moment is
-- seen as the old or as the new one. ids has a null for a partition that is missing.
--
-- lanes, lane_of and place_of number the messages anew, in the form of p_lanes, p_of and p_places (push.sql): messages
-- that name a partition, those whose key chooses it and those that leave it open may meet there, in one lane.
create function queen._lanes_by_key(
    p_lanes jsonb, p_of integer[], p_choices bigint[], p_keys uuid[],
    out ids bigint[], out names text[], out counts integer[], out limited bigint[], out secret bigint[],
    out lanes jsonb, out lane_of integer[], out place_of integer[])
language plpgsql as $$
#variable_conflict use_column
declare
    -- The lanes of messages without a key.
    v_open integer[] := array(select distinct coalesce(i.lane, 1) from unnest(p_of, p_choices) i(lane, choice)
                               where i.choice is null);
begin
    with said as materialized (
        select l.lane, l.q, q.id, coalesce(q.fixed_partitions, 0) as fixed, _grew_lately(q.grown_at) as grew,
               case when l.p is not null or coalesce(q.fixed_partitions, 0) = 0 then coalesce(l.p, 'Default')
                    when l.lane = any(v_open) then _least_active(q.id, q.name, p_lanes, false) end as name
          from rows from (jsonb_to_recordset(p_lanes) as (q text, p text)) with ordinality l(q, p, lane)
          left join queues q on q.name = l.q),
    -- Arrays: to join messages and lanes by a loop would take as long as both numbers multiplied.
    known as materialized (
        select array_agg(s.q order by s.lane) as queues, array_agg(s.id order by s.lane) as ids,
               array_agg(s.fixed order by s.lane) as fixed, array_agg(s.grew order by s.lane) as grew,
               array_agg(s.name order by s.lane) as names
          from said s),
    item as materialized (
        select i.nth, k.queues[i.lane] as q, k.ids[i.lane] as queue_id,
               case when i.choice is null or k.fixed[i.lane] = 0 then k.names[i.lane]
                    else (i.choice % case when k.grew[i.lane]
                                          then _partition_count_of(k.ids[i.lane], i.choice, i.transaction_key)
                                          else k.fixed[i.lane] end)::text end as name
          from known k
         cross join (select coalesce(u.lane, 1) as lane, u.choice, u.transaction_key, u.nth
                       from unnest(p_of, p_choices, p_keys) with ordinality u(lane, choice, transaction_key, nth)) i),
    placed as materialized (
        select i.*, dense_rank() over (order by i.q, i.name)::integer as lane,
               (row_number() over (partition by i.q, i.name order by i.nth) - 1)::integer as place
          from item i),
    lane as materialized (
        select p.lane, p.q, p.queue_id, p.name, count(*)::integer as n from placed p
         group by p.lane, p.q, p.queue_id, p.name)
    select array_agg(p.id order by l.lane), array_agg(p.name order by l.lane), array_agg(l.n order by l.lane),
           array_agg(distinct q.id) filter (where q.max_queue_size > 0),
           array_agg(l.lane::bigint) filter (where q.encryption_enabled),
           jsonb_agg(jsonb_build_object('q', l.q, 'p', l.name, 'n', l.n) order by l.lane),
           (select array_agg(p.lane order by p.nth) from placed p),
           (select array_agg(p.place order by p.nth) from placed p)
      into ids, names, counts, limited, secret, lanes, lane_of, place_of
      from lane l
      left join queues q on q.id = l.queue_id
      left join partitions p on p.queue_id = l.queue_id and p.name = l.name;
end $$;
