-- Gives a message up by hand, for one group: as a consumer does with the verdict `dlq`, but without its lease.
-- Raises RG027 if the group is done with the message. If the message is a dead letter already, nothing changes
-- (moved: false).
--
-- Under a live lease the consumer may be at work on the message, and is not told. So that takes p_force; otherwise
-- it raises RG013. The consumer's ack of that message is then answered as a repeated one. An expired lease is
-- ended first, as a pop would do it: it counts as a failure of the message at the cursor, which may be this one.
create function queen.move_to_dead_letters(
    p_partition bigint, p_key uuid, p_group text, p_error text, p_force boolean)
returns table (message_id uuid, queue text, partition text, moved boolean)
language plpgsql security definer set search_path = queen, pg_temp as $$
#variable_conflict use_column
declare
    v_message record;
    v_queue queues;
    v_group bigint;
    v_row partition_consumers;
    v_done int8multirange;
    v_cursor bigint;
begin
    select m.id, m."offset" as "at", p.name, p.head, p.queue_id into v_message
      from partitions p join messages m on m.partition_id = p.id and m.transaction_key = p_key
     where p.id = p_partition;
    if not found then
        raise exception 'there is no such message in partition %', p_partition using errcode = 'RG009',
            detail = jsonb_build_object('partitionId', p_partition::text)::text;
    end if;
    select q.* into v_queue from queues q where q.id = v_message.queue_id;
    select g.id into v_group from consumer_groups g where g.queue_id = v_queue.id and g.name = p_group;
    select c.* into v_row from partition_consumers c
     where c.partition_id = p_partition and c.group_id = v_group for no key update;
    if not found then
        raise exception 'consumer group % does not follow partition % of queue %', p_group, v_message.name, v_queue.name
            using errcode = 'RG008', detail = jsonb_build_object(
                'queue', v_queue.name, 'partition', v_message.name, 'consumerGroup', p_group)::text;
    end if;
    message_id := v_message.id;
    queue := v_queue.name;
    partition := v_message.name;
    moved := false;

    if v_row.lease_id is not null and v_row.lease_expires_at <= queen.now() then
        v_row := (_expire_lease(v_queue, v_row)).expired;
        perform _settle(v_row, null);
        select c.* into v_row from partition_consumers c
         where c.partition_id = p_partition and c.group_id = v_group;
    end if;
    if v_message."at" < v_row.committed or coalesce(v_row.completed @> v_message."at", false) then
        if not exists (select from dead_letter_queue d where d.partition_id = p_partition
                          and d.group_id = v_group and d."offset" = v_message."at") then
            raise exception 'group % is done with this message', p_group using errcode = 'RG027',
                detail = jsonb_build_object('queue', v_queue.name, 'consumerGroup', p_group)::text;
        end if;
        return next;
        return;
    end if;
    if v_row.lease_id is not null and v_message."at" < v_row.batch_end and not p_force then
        raise exception 'a consumer of group % holds this message until %', p_group, _instant(v_row.lease_expires_at)
            using errcode = 'RG013', detail = jsonb_build_object(
                'consumerGroup', p_group, 'leaseExpiresAt', _instant(v_row.lease_expires_at))::text;
    end if;

    moved := true;
    perform _dead_letter(p_partition, v_group, array[v_message."at"], 'moved', p_error);
    v_row.dead := v_row.dead + 1;
    v_done := coalesce(v_row.completed, '{}') + int8multirange(int8range(v_message."at", v_message."at" + 1));
    if v_row.lease_id is not null then
        perform _apply_acks(v_row, v_done, false, null, queen.now());
    else
        v_cursor := _next_open(p_partition, v_row.committed, v_message.head, v_done);
        -- A resting row goes on resting, unless it rested because of this message.
        if v_cursor > v_row.committed then
            v_row.rest_until := null;
        end if;
        v_row.committed := v_cursor;
        v_row.completed := v_done;
        perform _settle(v_row, v_row.rest_until);
    end if;
    return next;
end $$;
