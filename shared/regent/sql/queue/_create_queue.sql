-- Returns the id of the queue of that name, which it makes if it is missing. Labels that are not given are the
-- first two parts of the name, split at dots. Every group that subscribed to the queue before it existed (by name,
-- namespace or task) follows it from the start.
create function queen._create_queue(p_name text, p_namespace text default null, p_task text default null)
returns bigint
language plpgsql as $$
declare
    v_id bigint;
    v_there bigint;
    v_namespace text := coalesce(p_namespace, split_part(p_name, '.', 1));
    v_task text := coalesce(p_task, split_part(p_name, '.', 2));
begin
    select q.id into v_id from queues q where q.name = p_name;
    if found then
        return v_id;
    end if;
    perform _require_plain('queue', p_name);
    -- A group that subscribes to a namespace at this moment must see this queue, or its record must be seen here.
    perform _lock_subscriptions();
    insert into queues (name, namespace, task, created_at) values (p_name, v_namespace, v_task, queen.now())
    on conflict do nothing returning id into v_id;
    if v_id is null then
        select q.id into v_id from queues q where q.name = p_name;
        return v_id;
    end if;
    -- Ids count up from 1, so while they are below the bound, queues are too, and nobody has to count them.
    if v_id > (select b.queues from bounds b) then
        select count(*) - 1 into v_there from queues q;
        perform _refuse_beyond('queues', 'queues', v_there, 1, p_name);
    end if;
    insert into consumer_groups (queue_id, name, whole_queue, created_at, paused_at)
    select v_id, s.consumer_group, true, queen.now(), _paused_since(s.consumer_group)
      from (-- A group may have subscribed more than once: by name, by namespace, by task.
            select distinct m.consumer_group from consumer_groups_metadata m
             where m.partition_name = ''
               and (m.queue_name = p_name
                    or (m.queue_name = '' and m.namespace in ('', v_namespace) and m.task in ('', v_task)
                        and (m.namespace, m.task) <> ('', '')))) s;
    return v_id;
end $$;
