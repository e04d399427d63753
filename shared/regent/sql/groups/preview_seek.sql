-- Says what `seek` would do, by the same target (_seek_target) and the same choice of rows (_seek_changes), without
-- doing it: no row is written or locked. One row. It looks at the first p_most partitions; at_least: there are more.
create function queen.preview_seek(
    p_group text, p_queue text, p_partition text, p_to text, p_instant timestamptz, p_offset bigint, p_most bigint)
returns table (
    partitions_updated bigint, cursor bigint, members bigint, at_least boolean, queue text, consumer_group text,
    skipped bigint, again bigint, held bigint, held_until timestamptz)
language plpgsql stable security definer
set search_path = queen, pg_temp set plan_cache_mode = force_custom_plan
as $$
#variable_conflict use_column
declare
    v_queue queues;
    v_one partitions;
    v_group bigint;
begin
    select q.* into v_queue from queues q where q.id = _require_queue(p_queue);
    if p_partition is not null then
        select p.* into v_one from partitions p where p.id = _require_partition(v_queue.id, p_queue, p_partition);
    end if;
    perform _require_group(p_group, p_queue);
    select g.id into v_group from consumer_groups g where g.queue_id = v_queue.id and g.name = p_group;
    queue := p_queue;
    consumer_group := p_group;
    members := _live_members(p_group);
    at_least := v_one.id is null and v_queue.partition_count > p_most;
    select m.changed, m.skipped, m.again, m.held, m.held_until
      into partitions_updated, skipped, again, held, held_until
      from _moved_delivery(v_queue.id, v_one.id, v_group, p_to, p_instant, p_offset, p_most) m;
    if found then
        cursor := case when v_one.id is not null then
            _seek_target(v_one.id, v_one.tail, v_one.head, v_one.last_activity, p_to, p_instant, p_offset) end;
    elsif v_one.id is not null then
        perform _refuse_unfollowed(p_group, p_queue, p_partition);
    else
        partitions_updated := 0;
        skipped := 0;
        again := 0;
        held := 0;
    end if;
    return next;
end $$;
