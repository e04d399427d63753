-- Finds or creates the group of an application on a topic. It makes the consumer group with it: a cursor in each
-- partition, at the beginning. If the group was to be deleted when empty, and its members have all died, it is
-- deleted and made again here. Otherwise this call would find a group that the caller's join no longer finds.
create function queen.register_group(p_topic text, p_app text, p_delete_when_empty boolean)
returns table (group_id text, topic text, app_id text, created boolean)
language plpgsql security definer set search_path = queen, pg_temp as $$
#variable_conflict use_column
declare
    v_name text := 'G_' || p_topic || '_' || p_app;
    v_queue queues := _require_topic(p_topic);
    v_group member_groups;
    v_made boolean := false;
    v_fresh boolean;
begin
    perform _count_members(v_name);
    select g.* into v_group from member_groups g
      join consumer_groups c on c.queue_id = g.queue_id and c.name = g.name and c.whole_queue
     where g.name = v_name;
    if not found then
        -- Write the record first, as a pop does. Lock the queue before the registration, whose foreign key refers
        -- to it.
        v_fresh := _record_subscription(v_name, p_topic, '', '', '', 'all', null);
        perform from queues q where q.id = v_queue.id for no key update;
        perform _still_there(found);
        insert into member_groups (name, queue_id, app_id, delete_when_empty, created_at, last_modified_at)
        values (v_name, v_queue.id, p_app, p_delete_when_empty, queen.now(), queen.now())
        on conflict do nothing;
        v_made := found;
        select g.* into v_group from member_groups g where g.name = v_name;
        perform _still_there(found);
        perform _subscribe(v_queue, v_name, null, 'all', null, v_fresh)
          where not exists (select from consumer_groups g
                             where g.queue_id = v_queue.id and g.name = v_name and g.whole_queue);
    end if;
    if (v_group.queue_id, v_group.app_id) is distinct from (v_queue.id, p_app) then
        raise exception 'the group id % belongs to another topic and application; choose another appId', v_name
            using errcode = 'RG111', detail = jsonb_build_object('groupId', v_name)::text;
    end if;
    return query select v_name, p_topic, p_app, v_made;
end $$;
