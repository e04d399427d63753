-- Deletes the record of a subscription, and returns it. The group keeps its cursors. If no other record of the
-- group covers a queue, its next pop subscribes again, to whatever it does not follow yet.
create function queen.delete_subscription(p_id uuid)
returns table (
    consumer_group text, queue_name text, partition_name text, namespace text, task text, subscription_mode text,
    subscription_timestamp text, created_at timestamptz)
language plpgsql security definer set search_path = queen, pg_temp as $$
#variable_conflict use_column
declare
    v_record consumer_groups_metadata;
    v_queues bigint[];
begin
    -- A session that makes a queue or a partition reads these records. With this lock it is either done or comes
    -- after.
    perform _lock_subscriptions();
    select m.* into v_record from consumer_groups_metadata m where m.id = p_id;
    if not found then
        raise exception 'there is no subscription %', p_id using errcode = 'RG015',
            detail = jsonb_build_object('id', p_id)::text;
    end if;
    select array_agg(l.id) into v_queues from (
        select q.id from queues q
         where v_record.partition_name = ''
           and q.id in (select n.id from queues n where n.name = v_record.queue_name
                         union all
                        select n.id from _matching_queues(v_record.namespace, v_record.task) n)
         order by q.id for no key update) l;
    delete from consumer_groups_metadata m where m.id = p_id;
    update consumer_groups g set whole_queue = false
      from queues q
     where q.id = any(v_queues) and g.queue_id = q.id and g.name = v_record.consumer_group and g.whole_queue
       and not exists (select from _shown_subscription(g.name, q.name, q.namespace, q.task, true));
    return query select v_record.consumer_group, v_record.queue_name, v_record.partition_name, v_record.namespace,
                        v_record.task, v_record.subscription_mode, _instant(v_record.subscription_timestamp),
                        v_record.created_at;
end $$;
