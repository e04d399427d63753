-- How much a group has left to do in a queue: in all, and in the p_limit partitions where it is most. If p_group is
-- null, each partition counts for the group that has the most left there. A group that never popped here has
-- everything left that is kept, because it would start there.
--
-- Sums of a large queue are those of the last count: `as_of`, `age_seconds` and p_live are as in list_queues. Its
-- partitions are of now, but are chosen among those that wait longest (_longest_waiting). A queue with partitions that
-- no group has come to is always looked at.
create function queen.read_depth(p_queue text, p_group text, p_limit integer, p_live boolean)
returns table (pending bigint, processing bigint, partitions_pending bigint, subscribed boolean, partitions json,
               truncated boolean, as_of timestamptz, age_seconds double precision)
language plpgsql stable security definer set search_path = queen, pg_temp set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
    v_queue bigint := _require_queue(p_queue);
    v_group bigint;
    v_groups bigint[];
    v_as_of timestamptz;
    -- Partitions among which those with most to do are chosen: more would take longer than all that is counted.
    c_chosen_among constant integer := 1000;
begin
    select array_agg(g.id), max(g.id) filter (where g.name = p_group) into v_groups, v_group
      from consumer_groups g where g.queue_id = v_queue;
    if p_group is not null then
        v_groups := array[v_group];
    end if;
    if p_group is null and exists (select from consumer_groups g where g.queue_id = v_queue and g.whole_queue)
           and exists (select from counted_queues c where c.queue_id = v_queue)
       or exists (select from counted_groups c where c.group_id = v_group)
    then
        v_as_of := _counted_at(array[v_queue], p_live);
    end if;
    return query
    with backlog as (
        select distinct on (b.partition_id) b.partition_id, b.partition_name as name, b.open_messages - b.processing as pending,
               b.processing, b.oldest_at
          from (select b.partition_id, b.partition_name, b.open_messages, b.processing, b.oldest_at
                  from group_backlogs b where v_as_of is null and b.queue_id = v_queue
                   and (p_group is null or b.group_id = v_group)
                 union all
                select w.partition_id, w.partition_name, w.open_messages, w.processing, w.oldest_at
                  from _longest_waiting(v_groups, greatest(p_limit, c_chosen_among)) w where v_as_of is not null) b
         order by b.partition_id, b.open_messages desc, b.processing),
    unseen as (
        select p.id, p.name, p.head - p.tail - p.removed, 0, null::timestamptz
          from partitions p
         where v_as_of is null and p.queue_id = v_queue and p.head - p.tail - p.removed > 0
           and case when p_group is null
                    then not exists (select from consumer_groups g where g.queue_id = v_queue and g.whole_queue)
                         and not exists (select from partition_consumers c where c.partition_id = p.id)
                    else v_group is null end),
    work as materialized (select * from backlog union all select * from unseen),
    sums as (
        select coalesce(sum(w.pending), 0)::bigint as pending, coalesce(sum(w.processing), 0)::bigint as processing,
               count(*) filter (where w.pending > 0) as partitions
          from work w where v_as_of is null having v_as_of is null
         union all
        select c.pending, c.processing, c.pending_partitions
          from counted_queues c where v_as_of is not null and p_group is null and c.queue_id = v_queue
         union all
        select c.open_messages - c.processing, c.processing, c.pending_partitions
          from counted_groups c where v_as_of is not null and p_group is not null and c.group_id = v_group)
    select s.pending, s.processing, s.partitions, case when p_group is not null then v_group is not null end,
           (select coalesce(json_agg(json_build_object(
                       'partition', t.name, 'partitionId', t.partition_id::text, 'pending', t.pending,
                       'processing', t.processing, 'lagSeconds', _seconds(
                           coalesce(t.oldest_at, _oldest_at(t.partition_id, 0, queen.now())), queen.now()))
                       order by t.pending desc, t.name), '[]')
              from (select m.* from work m order by m.pending desc, m.name limit p_limit) t),
           s.partitions > p_limit or (select count(*) from work) > p_limit, v_as_of, _seconds(v_as_of, queen.now())
      from sums s;
end $$;
