-- Stores one message: queen.push for a request of one item, without a delay and not encrypted.
--
-- The short way is for a partition that is there, of a queue without limits. All else goes to queen.push: a queue or
-- partition that is missing or to be chosen without a key, a queue that grew lately, a maximum size, encryption,
-- maintenance, a duplicate. The block with the handler takes the head back where the message is a duplicate, and keeps
-- an open transaction alive.
--
-- p_key, p_text: the transaction key, and the transaction id where it is not a UUID
-- p_choice: the hash of the message's key, if that may choose the partition
-- duplicate: the id of the first one, if the message was there; depth, max_size: as queen.push returns them.
create function queen.push_one(
    p_queue text, p_partition text, p_id uuid, p_key uuid, p_payload text, p_text text, p_trace uuid,
    p_message_key text, p_headers text, p_choice bigint, p_producer text)
returns table (partition_id bigint, duplicate uuid, depth bigint, max_size integer)
language plpgsql security definer
set search_path = queen, pg_temp set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
#variable_conflict use_column
declare
    v_partition bigint;
    v_base bigint;
    v_time timestamptz;
begin
    begin
        update partitions p
           set head = p.head + 1, last_activity = greatest(p.last_activity, queen.now()),
               largest = greatest(case when p.tail < p.head then p.largest end, _most_bytes(
                             p_payload, p_headers, concat(p_message_key, p_text, p_producer))),
               delayed_until = case when p.tail < p.head then p.delayed_until end
          from queues q
         where q.name = p_queue and p.queue_id = q.id
           and p.name = coalesce(p_partition, case q.fixed_partitions when 0 then 'Default'
                                              else (p_choice % q.fixed_partitions)::text end)
           and not (p_choice is not null and _grew_lately(q.grown_at))
           and q.max_queue_size = 0 and not q.encryption_enabled
           and not q.push_maintenance and not (select m.push from maintenance m)
        returning p.id, p.head - 1, p.last_activity into v_partition, v_base, v_time;
        if v_partition is not null then
            insert into messages (partition_id, "offset", created_at, id, transaction_key, transaction_text, trace_id,
                                  producer_sub, key, headers, payload)
            values (v_partition, v_base, v_time, p_id, p_key, p_text, p_trace, p_producer, p_message_key,
                    p_headers::json, p_payload::json);
        end if;
    exception when unique_violation then
        v_partition := null;
    end;
    if v_partition is null then
        return query
        select s.partition_id, (s.duplicates ->> '0:0')::uuid, s.depth, s.max_size
          from push(jsonb_build_array(jsonb_build_object('q', p_queue, 'p', p_partition, 'n', 1)), null, null,
                    array[p_id], array[p_key], p_payload,
                    jsonb_build_array(jsonb_strip_nulls(jsonb_build_object(
                        'x', p_text, 'r', p_trace, 'k', p_message_key, 'h', p_headers))), p_producer,
                    p_choices => case when p_choice is not null then array[p_choice] end) s;
        return;
    end if;
    -- The wake is a statement of its own, after the lock: its snapshot sees every row that went idle before it.
    update partition_consumers c
       set ready = true, oldest_at = v_time
      from (select i.partition_id, i.group_id from partition_consumers i
             where i.partition_id = v_partition and not i.ready and i.rest_until is null
             order by i.group_id for no key update) idle
     where c.partition_id = idle.partition_id and c.group_id = idle.group_id;
    partition_id := v_partition;
    return next;
end $$;
