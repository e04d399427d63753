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
    v_now timestamptz := queen.now();
    v_queue queues;
    v_group consumer_groups;
begin
    select q.* into v_queue from queues q where q.id = _require_queue(p_queue);
    select g.* into v_group from consumer_groups g where g.queue_id = v_queue.id and g.name = p_group;
    maintenance := case when (select m.pop from maintenance m) then 'system'
                        when v_queue.pop_maintenance then 'queue' end;
    paused_at := case when v_group.id is null then _paused_since(p_group) else v_group.paused_at end;
    partitions := v_queue.partition_count;
    subscribed := v_group.id is not null;
    with waiting as materialized (
        select c.partition_id from partition_consumers c where c.group_id = v_group.id and c.ready
         order by c.oldest_at, c.partition_id limit p_most + 1),
    resting as materialized (
        select c.partition_id from partition_consumers c where c.group_id = v_group.id and c.rest_until is not null
         order by c.rest_until limit p_most + 1),
    looked as (
        (select w.partition_id from waiting w limit p_most) union all (select r.partition_id from resting r limit p_most)),
    placed as (
        select p.id, p.name, p.head, p.last_activity, p.delayed_until, c.oldest_at, c.rest_until, c.failing, c.assigned,
               c.completed, f.first, c.lease_id is not null and c.lease_expires_at > v_now as live,
               _next_open(p.id, f.first, p.head, c.completed) as next
          from looked l
          join partition_consumers c on c.partition_id = l.partition_id and c.group_id = v_group.id
          join partitions p on p.id = l.partition_id
         cross join lateral (
               select case when c.skip_before is null then greatest(c.committed, p.tail)
                           else _offset_at(p.id, greatest(c.committed, p.tail), p.head, c.skip_before) end) f(first)),
    -- What is too old is passed over, so it is the first message behind that which may have to wait.
    due as (
        select w.*, case when v_queue.ttl = 0 and v_queue.max_wait_time_seconds = 0 then w.next
                         else _next_open(w.id, _offset_at(w.id, w.next, w.head, v_now - make_interval(
                                  secs => least(nullif(v_queue.ttl, 0), nullif(v_queue.max_wait_time_seconds, 0)))),
                              w.head, w.completed) end as due
          from placed w),
    judged as (
        select w.id, w.name, w.oldest_at, r.reason, r.until,
               case when w.live then 'leased' when w.next >= w.head then 'empty' when w.assigned then 'assigned'
                    when maintenance is not null then 'maintenance' when paused_at is not null then 'paused'
                    when r.until is not null then 'resting'
                    when w.failing and exists (
                         select from attempts a where a.partition_id = w.id and a.group_id = v_group.id
                            and a."offset" = w.next) then 'failing'
                    else 'ready' end as state
          from due w
          left join lateral (
               select m.created_at, m.available_at from messages m
                where (v_queue.delayed_processing > 0 or w.delayed_until > v_now)
                  and m.partition_id = w.id and m."offset" = w.due) m on true
          left join lateral (
               select t.reason, t.until
                 from (values (1, 'window_buffer', case when v_queue.window_buffer > 0 then
                                   w.last_activity + make_interval(secs => v_queue.window_buffer) end),
                              (2, 'scheduled_message', m.available_at),
                              (3, 'delayed_processing', case when v_queue.delayed_processing > 0 then
                                   m.created_at + make_interval(secs => v_queue.delayed_processing) end),
                              (4, 'retry_delay', case when w.failing then w.rest_until end),
                              (5, 'next_look', w.rest_until)) t(rank, reason, until)
                where t.until > v_now and w.due < w.head order by t.until desc, t.rank limit 1) r on true),
    counted as (
        select j.state, case when j.state = 'resting' then j.reason end as reason, count(*) as places,
               min(j.until) filter (where j.state = 'resting') as until,
               (array_agg(jsonb_build_object('partition', j.name, 'partitionId', j.id::text)
                          order by j.oldest_at, j.id))[:p_examples] as examples
          from judged j group by 1, 2)
    select coalesce(sum(k.places), 0),
           (select count(*) > p_most from waiting) or (select count(*) > p_most from resting),
           coalesce(jsonb_agg(jsonb_build_object(
               'state', k.state, 'restReason', k.reason, 'partitions', k.places, 'nextUntil', _instant(k.until),
               'examples', to_jsonb(k.examples)) order by k.places desc, k.state, k.reason), '[]')
      into looked_at, more, states
      from counted k;
    idle := case when not more then partitions - looked_at end;
    return next;
end $$;
