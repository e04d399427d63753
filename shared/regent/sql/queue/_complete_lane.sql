-- Completes a whole lease of one (partition, group), the short way: p_keys are all of its messages, in the order in
-- which they were handed out, and none of them failed or came again; or with p_up_to, the last one of them. queue and
-- partition are null, and nothing has happened, where anything is different. p_lease may be null.
--
-- The fence is that of `ack`: the lease is compared under the row's lock, in the transaction that moves the cursor.
-- And the row goes idle by the same rule (_settle.sql): only while the partition is held, and no producer is waited
-- for.
create function queen._complete_lane(
    p_partition bigint, p_group text, p_lease uuid, p_keys uuid[], p_up_to boolean, out queue text, out partition text)
language plpgsql as $$
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
       and c.handed = case when p_up_to then c.batch_end - c.committed else cardinality(p_keys) end
       and c.completed is null and c.redelivered is null and not c.failing
       for no key update of c;
    if not found then
        return;
    end if;
    select case when p_up_to
                then (select m.transaction_key from messages m
                       where m.partition_id = p_partition and m."offset" = v_end - 1) = p_keys[1]
                else array(select m.transaction_key from messages m
                            where m.partition_id = p_partition and m."offset" >= v_first and m."offset" < v_end
                            order by m."offset") = p_keys end,
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
        queue := v_queue;
        partition := v_partition;
    end if;
end $$;
