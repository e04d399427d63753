-- Completes messages that were handed out to one (partition, group): a lane of queen.ack of which all are completed.
-- p_lease may be null. Returns queen.ack's rows.
--
-- The short way is for all messages of a live lease, in the order in which they were handed out, of which none failed
-- or came again. Any other lane goes to queen.ack. The fence is the same: the lease is compared under the row's lock,
-- in the transaction that moves the cursor. And the row goes idle by the same rule (_settle.sql): only while the
-- partition is held, and no producer is waited for.
create function queen.ack_lane(p_partition bigint, p_group text, p_lease uuid, p_indexes integer[], p_keys uuid[])
returns table (lane integer, index integer, success boolean, repeated boolean, code text, dead boolean, released boolean,
               holder text, queue text, partition text)
language plpgsql security definer
set search_path = queen, pg_temp set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
#variable_conflict use_column
declare
    v_now timestamptz := queen.now();
    v_queue text;
    v_partition text;
    v_group bigint;
    v_lease uuid;
    v_first bigint;
    v_end bigint;
    v_all boolean;
    v_next bigint;
    v_oldest timestamptz;
    v_head bigint;
begin
    select q.name, p.name, c.group_id, c.lease_id, c.committed, c.batch_end
      into v_queue, v_partition, v_group, v_lease, v_first, v_end
      from partitions p
      join queues q on q.id = p.queue_id
      join consumer_groups g on g.queue_id = p.queue_id and g.name = p_group
      join partition_consumers c on c.partition_id = p.id and c.group_id = g.id
     where p.id = p_partition and c.lease_id = coalesce(p_lease, c.lease_id) and c.lease_expires_at > v_now
       and c.handed = cardinality(p_keys)
       and c.completed is null and c.redelivered is null and not c.failing
       for no key update of c;
    if found then
        select array(select m.transaction_key from messages m
                      where m.partition_id = p_partition and m."offset" >= v_first and m."offset" < v_end
                      order by m."offset") = p_keys,
               n."offset", n.created_at
          into v_all, v_next, v_oldest
          from (values (true)) one
          left join lateral (
              select m."offset", m.created_at from messages m
               where m.partition_id = p_partition and m."offset" >= v_end order by m."offset" limit 1) n on true;
        if v_all and v_next is null then
            select p.head into v_head from partitions p where p.id = p_partition for share skip locked;
            v_all := v_head is null or v_head = v_end;  -- else messages came just now, or were deleted
        end if;
        if v_all then
            update partition_consumers c
               set committed = coalesce(v_next, v_end), ready = v_head is null,
                   oldest_at = coalesce(v_oldest, c.oldest_at),
                   lease_id = null, batch_end = null, handed = null, released_at = v_now,
                   last_lease_id = v_lease, last_committed = coalesce(v_next, v_end), last_completed = null,
                   batch_limit = _grown_batch_limit(c.batch_limit), last_consumed_at = v_now,
                   acked = c.acked + c.handed
             where c.partition_id = p_partition and c.group_id = v_group;
            return query
            select 1, null::integer, true, false, null::text, false, true, null::text, v_queue, v_partition;
            return;
        end if;
    end if;
    return query
    select * from ack(jsonb_build_array(jsonb_build_object(
        'p', p_partition, 'g', p_group, 'l', p_lease, 'i', p_indexes, 't', p_keys)));
end $$;
