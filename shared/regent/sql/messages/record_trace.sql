-- Records a trace, a note about a message, under names by which it is found again. Returns the trace's id; null if
-- there is no such message.
--
-- The partition and then the message stay locked until the trace is there, in the order in which a deletion locks
-- them. So a session that deletes the message finds the trace. Nothing else waits, because no push or ack changes
-- a key.
create function queen.record_trace(
    p_partition bigint, p_key uuid, p_group text, p_event text, p_data json, p_worker text, p_names text[])
returns bigint
language plpgsql security definer
set search_path = queen, pg_temp set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
    v_offset bigint;
    v_id bigint;
begin
    perform from partitions p where p.id = p_partition for key share;
    select m."offset" into v_offset from messages m
     where m.partition_id = p_partition and m.transaction_key = p_key for key share;
    if not found then
        return null;
    end if;
    insert into message_traces (partition_id, "offset", consumer_group, event_type, data, worker_id, created_at)
    values (p_partition, v_offset, p_group, p_event, p_data, p_worker, queen.now())
    returning id into v_id;
    insert into message_trace_names (name, trace_id, partition_id, "offset")
    select distinct n, v_id, p_partition, v_offset from unnest(p_names) n;
    return v_id;
end $$;
