-- A page of partitions of one queue, or by name of all queues if p_queue is null, with what each group has done there
-- (_partitions_shown). p_prefix: only those whose names begin so, for which each queue is looked into once. By p_sort
-- they come by `name` (from p_from on), by `lag`, which lists those in which something waits for p_group (_partitions_by_lag), or by `activity`, the last push
-- first. With p_group each tells how that group stands in it (_standings) instead, and p_state filters by its state.
--
-- A page starts behind the place (p_after_queue, p_after) by name, or else (p_after_rank, p_after_at, p_after_id), and
-- tells where the next one starts. Where a filter has no index, a page ends after p_most partitions were looked at,
-- though it may have none. `total` is null where counting would mean to look. An empty page is one row without a
-- partition, so that these always come.
create function queen.list_partitions(
    p_queue text, p_group text, p_state text, p_prefix text, p_from text, p_sort text,
    p_after_queue text, p_after text, p_after_rank integer, p_after_at timestamptz, p_after_id bigint,
    p_offset integer, p_limit integer, p_most integer)
returns table (
    total bigint, next_queue text, next_name text, next_rank integer, next_at timestamptz, next_partition bigint,
    id bigint, name text, queue text, head bigint, tail bigint, messages bigint, last_activity timestamptz,
    created_at timestamptz, groups json, standing json)
language plpgsql stable security definer
set search_path = queen, pg_temp set plan_cache_mode = force_custom_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
#variable_conflict use_column
declare
    v_now timestamptz := queen.now();
    v_queue queues;
    v_group consumer_groups;
    v_maintenance text;
    v_paused_at timestamptz;
    v_is_filtered boolean := p_state is not null or p_sort = 'lag' and p_prefix is not null;
    v_look integer := case when v_is_filtered then p_most else p_limit end;
    v_ids bigint[];
    v_fitting bigint[];
    v_last bigint;
begin
    if p_queue is null then
        select case when p_prefix is null then coalesce(sum(q.partition_count), 0) end into total from queues q;
    else
        select q.* into v_queue from queues q where q.id = _require_queue(p_queue);
        total := case when num_nonnulls(p_state, p_prefix, p_from) = 0 and p_sort <> 'lag' then v_queue.partition_count end;
    end if;
    if p_group is not null then
        select g.* into v_group from consumer_groups g where g.queue_id = v_queue.id and g.name = p_group;
        v_maintenance := case when (select m.pop from maintenance m) then 'system'
                              when v_queue.pop_maintenance then 'queue' end;
        v_paused_at := case when v_group.id is null then _paused_since(p_group) else v_group.paused_at end;
    end if;
    if p_sort = 'name' then
        v_ids := array(select n.id from _partitions_by_name(
            v_queue.id, p_prefix, p_from, p_after_queue, p_after, p_offset, v_look + 1) n);
    elsif p_sort = 'lag' then
        v_ids := array(select n.id from _partitions_by_lag(
            v_group.id, p_after_rank, p_after_at, p_after_id, p_offset, v_look + 1) n);
    else
        v_ids := array(select n.id from _partitions_by_activity(
            v_queue.id, p_prefix, p_after_at, p_after_id, p_offset, v_look + 1) n);
    end if;
    v_fitting := v_ids;
    if v_is_filtered then
        v_fitting := array(
            select s.id from _standings(v_queue, v_group.id, v_maintenance, v_paused_at, v_ids[:v_look]) s
             where (p_state is null or s.state = p_state) and (p_prefix is null or starts_with(s.name, p_prefix))
             order by s.place limit p_limit + 1);
    end if;
    v_last := case when cardinality(v_fitting) > p_limit then v_fitting[p_limit]
                   when cardinality(v_ids) > v_look then v_ids[v_look] end;
    v_fitting := v_fitting[:p_limit];
    select q.name, p.name, case when p_sort = 'lag' and not c.ready then 1 else 0 end, p.id,
           case when p_sort <> 'lag' then p.last_activity when c.ready then c.oldest_at else c.rest_until end
      into next_queue, next_name, next_rank, next_partition, next_at
      from partitions p join queues q on q.id = p.queue_id
      left join partition_consumers c on c.partition_id = p.id and c.group_id = v_group.id
     where p.id = v_last;
    return query
    select total, next_queue, next_name, next_rank, next_at, next_partition, s.*
      from (values (1)) always(one)
      left join (
           select p.*, null::json from _partitions_shown(v_fitting) p where p_group is null
            union all
           select p.id, p.name, v_queue.name, p.head, p.tail, p.head - p.tail - p.removed, p.last_activity, p.created_at,
                  null::json, json_build_object(
                      'state', s.state, 'cursor', s.cursor, 'open', s.open, 'pending', s.open - s.processing,
                      'processing', s.processing, 'oldestAt', _instant(s.oldest_at),
                      'lagSeconds', coalesce(_seconds(s.oldest_at, v_now), 0), 'pausedAt', _instant(v_paused_at),
                      'maintenance', v_maintenance,
                      'lease', case when s.lease_id is not null then json_build_object(
                          'id', s.lease_id, 'since', _instant(s.leased_at), 'expiresAt', _instant(s.lease_expires_at),
                          'secondsLeft', _seconds(v_now, s.lease_expires_at)) end,
                      'rest', case when s.rest_until is not null then json_build_object(
                          'reason', s.rest_reason, 'until', _instant(s.rest_until),
                          'secondsLeft', _seconds(v_now, s.rest_until)) end,
                      'failure', case when s.failed_offset is not null then json_build_object(
                          'offset', s.failed_offset, 'attempts', s.attempts, 'retryLimit', v_queue.retry_limit,
                          'lastError', s.last_error, 'failedAt', _instant(s.failed_at)) end)
             from _standings(v_queue, v_group.id, v_maintenance, v_paused_at, v_fitting) s join partitions p on p.id = s.id
            where p_group is not null) s on true
     order by array_position(v_fitting, s.id);
end $$;
