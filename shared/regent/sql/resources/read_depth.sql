-- How much a group has left to do in a queue: in all, and in the p_limit partitions where it is most. If p_group is
-- null, each partition counts for the group that has the most left there. A group that never popped here has
-- everything left that is kept, because it would start there.
create function queen.read_depth(p_queue text, p_group text, p_limit integer)
returns table (pending bigint, processing bigint, partitions_pending bigint, subscribed boolean, partitions json,
               truncated boolean)
language plpgsql stable security definer set search_path = queen, pg_temp set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
    v_queue bigint := _require_queue(p_queue);
    v_group bigint;
    v_everywhere boolean;
begin
    select g.id, g.whole_queue into v_group, v_everywhere
      from consumer_groups g where g.queue_id = v_queue and g.name = p_group;
    return query
    with backlog as (
        select distinct on (b.partition_id) b.partition_id, b.partition_name as name, b.open_messages - b.processing as pending,
               b.processing, b.oldest_at
          from group_backlogs b
         where b.queue_id = v_queue and (p_group is null or b.group_id = v_group)
         order by b.partition_id, b.open_messages desc, b.processing),
    unseen as (
        select p.id, p.name, p.head - p.tail - p.removed, 0, null::timestamptz
          from partitions p
         where p.queue_id = v_queue and p.head - p.tail - p.removed > 0
           and case when p_group is null
                    then not exists (select from consumer_groups g where g.queue_id = v_queue and g.whole_queue)
                         and not exists (select from partition_consumers c where c.partition_id = p.id)
                    else v_group is null end),
    work as materialized (select * from backlog union all select * from unseen)
    select coalesce(sum(w.pending), 0)::bigint, coalesce(sum(w.processing), 0)::bigint,
           count(*) filter (where w.pending > 0),
           case when p_group is not null then v_group is not null end,
           (select coalesce(json_agg(json_build_object(
                       'partition', t.name, 'partitionId', t.partition_id::text, 'pending', t.pending,
                       'processing', t.processing, 'lagSeconds', _seconds(
                           coalesce(t.oldest_at, _oldest_at(t.partition_id, 0, queen.now())), queen.now()))
                       order by t.pending desc, t.name), '[]')
              from (select m.* from work m order by m.pending desc, m.name limit p_limit) t),
           count(*) > p_limit
      from work w;
end $$;
