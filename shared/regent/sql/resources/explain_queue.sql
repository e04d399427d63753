-- Why the partitions of a queue do not move for a group: how many are in which state, and for a rest in which reason,
-- each with p_examples of them that wait longest. The states are those of explain_partition. It looks at p_most
-- partitions where something waits, those first that pops would take first, and at as many that rest: `more` says that
-- there are others. `idle` are all that remain: nothing is open there, or the group never came (null with `more`).
create function queen.explain_queue(p_queue text, p_group text, p_most integer, p_examples integer)
returns table (
    partitions integer, looked_at bigint, more boolean, idle bigint, subscribed boolean, maintenance text,
    paused_at timestamptz, states jsonb)
language plpgsql stable security definer set search_path = queen, pg_temp set plan_cache_mode = force_custom_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
#variable_conflict use_column
declare
    v_queue queues;
    v_group consumer_groups;
    v_waiting bigint[];
    v_resting bigint[];
begin
    select q.* into v_queue from queues q where q.id = _require_queue(p_queue);
    select g.* into v_group from consumer_groups g where g.queue_id = v_queue.id and g.name = p_group;
    maintenance := case when (select m.pop from maintenance m) then 'system'
                        when v_queue.pop_maintenance then 'queue' end;
    paused_at := case when v_group.id is null then _paused_since(p_group) else v_group.paused_at end;
    partitions := v_queue.partition_count;
    subscribed := v_group.id is not null;
    v_waiting := array(
        select c.partition_id from partition_consumers c where c.group_id = v_group.id and c.ready
         order by c.oldest_at, c.partition_id limit p_most + 1);
    v_resting := array(
        select c.partition_id from partition_consumers c where c.group_id = v_group.id and c.rest_until is not null
         order by c.rest_until limit p_most + 1);
    more := greatest(cardinality(v_waiting), cardinality(v_resting)) > p_most;
    with counted as (
        select s.state, case when s.state = 'resting' then s.rest_reason end as reason, count(*) as places,
               min(s.rest_until) filter (where s.state = 'resting') as until,
               (array_agg(jsonb_build_object('partition', s.name, 'partitionId', s.id::text)
                          order by s.waits_since, s.id))[:p_examples] as examples
          from _standings(v_queue, v_group.id, maintenance, paused_at, v_waiting[:p_most] || v_resting[:p_most]) s
         group by 1, 2)
    select coalesce(sum(k.places), 0),
           coalesce(jsonb_agg(jsonb_build_object(
               'state', k.state, 'restReason', k.reason, 'partitions', k.places, 'nextUntil', _instant(k.until),
               'examples', to_jsonb(k.examples)) order by k.places desc, k.state, k.reason), '[]')
      into looked_at, states
      from counted k;
    idle := case when not more then partitions - looked_at end;
    return next;
end $$;
