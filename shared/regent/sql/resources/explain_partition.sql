-- Explains why a partition does not move for a group: the state that the group's next pop would meet there, judged
-- by the rules of a pop (_claimable). If several states apply, `state` is the one that hides the others. It changes
-- nothing and locks nothing. The partition is named by p_queue and p_partition, or else by p_id. p_mode: where a group starts that has never subscribed, if its first pop names no mode.
create function queen.explain_partition(p_queue text, p_partition text, p_id bigint, p_group text, p_mode text)
returns table (
    state text, partition_id bigint, head bigint, tail bigint, cursor bigint, open bigint, processing bigint,
    oldest_at timestamptz, lag_seconds double precision, last_consumed_at timestamptz, maintenance text,
    paused_at timestamptz,
    lease_id uuid, leased_at timestamptz, lease_expires_at timestamptz, lease_seconds_left double precision,
    lease_messages json, lease_client text, lapsed boolean,
    rest_reason text, rest_until timestamptz, rest_seconds_left double precision,
    failed_offset bigint, attempts integer, retry_limit integer, last_error text, failed_at timestamptz,
    last_attempts jsonb, too_old bigint, start_mode text, start_from timestamptz, start_offset bigint, owner text, queue text,
    partition text)
language plpgsql stable security definer
set search_path = queen, pg_temp set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
#variable_conflict use_column
declare
    v_now timestamptz := queen.now();
    v_queue queues;
    v_partition partitions;
    v_group consumer_groups;
    v_row partition_consumers;
    v_record consumer_groups_metadata;
    v_message messages;
    v_live boolean;
    v_first bigint;     -- the first open offset
    v_next bigint;      -- the first open offset that the next pop would not pass over as too old
begin
    if p_id is not null then
        v_partition := _require_partition_id(p_id);
        select q.* into v_queue from queues q where q.id = v_partition.queue_id;
    else
        select q.* into v_queue from queues q where q.id = _require_queue(p_queue);
        select p.* into v_partition from partitions p where p.id = _require_partition(v_queue.id, p_queue, p_partition);
    end if;
    queue := v_queue.name;
    partition := v_partition.name;
    select g.* into v_group from consumer_groups g where g.queue_id = v_queue.id and g.name = p_group;
    select c.* into v_row from partition_consumers c
     where c.partition_id = v_partition.id and c.group_id = v_group.id;
    partition_id := v_partition.id;
    head := v_partition.head;
    tail := v_partition.tail;
    retry_limit := v_queue.retry_limit;
    maintenance := case when (select m.pop from maintenance m) then 'system'
                        when v_queue.pop_maintenance then 'queue' end;
    paused_at := case when v_group.id is null then _paused_since(p_group) else v_group.paused_at end;
    v_live := coalesce(v_row.lease_id is not null and v_row.lease_expires_at > v_now, false);

    if v_row.partition_id is null then
        select s.* into v_record
          from _subscription(p_group, queue, partition, v_queue.namespace, v_queue.task) s;
        start_mode := coalesce(v_record.subscription_mode, p_mode);
        start_from := case when start_mode <> 'all' then v_record.subscription_timestamp end;
        start_offset := _start_offset(v_partition.id, tail, head,
                               case when start_from is not null then 'timestamp' else start_mode end, start_from);
        v_first := start_offset;
        v_row.completed := _missing_offsets(v_partition.id, v_group.id, start_offset, head, v_partition.removed);
    else
        v_first := greatest(v_row.committed, tail);
        if v_row.skip_before is not null then
            v_first := _offset_at(v_partition.id, v_first, head, v_row.skip_before);
        end if;
    end if;
    v_first := _next_open(v_partition.id, v_first, head, v_row.completed);
    v_next := v_first;
    if v_queue.ttl > 0 or v_queue.max_wait_time_seconds > 0 then
        v_next := _offset_at(v_partition.id, v_first, head, v_now - make_interval(
            secs => least(nullif(v_queue.ttl, 0), nullif(v_queue.max_wait_time_seconds, 0))));
        too_old := _open_in(v_row.completed, v_first, v_next);
        v_next := _next_open(v_partition.id, v_next, head, v_row.completed);
    end if;
    cursor := v_row.committed;
    open := _open_in(v_row.completed, v_first, head);
    processing := case when v_live then _open_in(v_row.completed, v_first, v_row.batch_end) else 0 end;
    select m.created_at into oldest_at from messages m
     where m.partition_id = v_partition.id and m."offset" = v_first;
    lag_seconds := coalesce(_seconds(oldest_at, v_now), 0);
    last_consumed_at := v_row.last_consumed_at;

    if v_live then
        lease_id := v_row.lease_id;
        leased_at := v_row.leased_at;
        lease_client := v_row.lease_client;
        lease_expires_at := v_row.lease_expires_at;
        lease_seconds_left := _seconds(v_now, lease_expires_at);
        lease_messages := (
            select coalesce(json_agg(json_build_object('offset', l."offset", 'id', l.id, 'transactionId', l.transaction_id)
                                     order by l."offset"), '[]')
              from (select m."offset", m.id, coalesce(m.transaction_text, m.transaction_key::text) as transaction_id
                      from messages m
                     where m.partition_id = v_partition.id and m."offset" >= v_first and m."offset" < v_row.batch_end
                       and (v_row.completed is null or not v_row.completed @> m."offset")
                     order by m."offset" limit 100) l);
    end if;
    if v_row.assigned then
        select m.member_id into owner from member_groups g join members m on m.group_id = g.id
         where g.name = p_group and partition ~ '^[0-9]{1,9}$' and m.partitions @> partition::integer;
    end if;
    lapsed := coalesce(v_row.lease_id is not null and not v_live, false);
    if v_row.failing then
        select a."offset", a.attempts, a.last_error, a.failed_at, a.recent
          into failed_offset, attempts, last_error, failed_at, last_attempts
          from attempts a
         where a.partition_id = v_partition.id and a.group_id = v_row.group_id and a."offset" >= v_first
           and (v_row.completed is null or not v_row.completed @> a."offset")
         order by a."offset" limit 1;
    end if;
    if v_next < head and not v_live and v_row.partition_id is not null then
        select m.* into v_message from messages m where m.partition_id = v_partition.id and m."offset" = v_next;
        -- The reason that lasts longest. `next_look`: no option explains the rest any more, but it lasts until the
        -- instant that was written when it began.
        select r.reason, r.until, _seconds(v_now, r.until) into rest_reason, rest_until, rest_seconds_left
          from (values (1, 'window_buffer', case when v_queue.window_buffer > 0 then
                               v_partition.last_activity + make_interval(secs => v_queue.window_buffer) end),
                       (2, 'scheduled_message', v_message.available_at),
                       (3, 'delayed_processing', case when v_queue.delayed_processing > 0 then
                               v_message.created_at + make_interval(secs => v_queue.delayed_processing) end),
                       (4, 'retry_delay', case when v_row.failing then v_row.rest_until end),
                       (5, 'next_look', v_row.rest_until)) r(rank, reason, until)
         where r.until > v_now
         order by r.until desc, r.rank limit 1;
    end if;
    state := case when v_row.partition_id is null then 'not_subscribed'
                  when v_live then 'leased'
                  when v_first >= head then 'empty'
                  when v_row.assigned then 'assigned'
                  when maintenance is not null then 'maintenance'
                  when paused_at is not null then 'paused'
                  when rest_until is not null then 'resting'
                  when failed_offset = v_first then 'failing'
                  else 'ready' end;
    return next;
end $$;
