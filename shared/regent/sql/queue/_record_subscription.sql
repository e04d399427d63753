-- Records that a group subscribed, once: the first mode wins. The nameless group starts at the beginning and needs
-- no record, unless it asks for another start. Returns false if there was a record already.
-- As many groups as the settings allow may subscribe alike. Apart from that, a record that cannot be written never
-- fails the pop; the group then starts as the pop itself asked.
create function queen._record_subscription(
    p_group text, p_queue text, p_partition text, p_namespace text, p_task text, p_mode text, p_from timestamptz)
returns boolean
language plpgsql as $$
declare
    v_alike bigint;
begin
    if p_group = '__QUEUE_MODE__' and p_mode = 'all' then
        return true;
    end if;
    -- A queue that is made later takes all the groups that wait for it.
    if not exists (select from consumer_groups_metadata m
                    where m.consumer_group = p_group and m.queue_name = p_queue and m.partition_name = p_partition
                      and m.namespace = p_namespace and m.task = p_task)
    then
        perform _require_plain('group', p_group);
        select count(*) into v_alike from consumer_groups_metadata m
         where m.queue_name = p_queue and m.partition_name = p_partition
           and m.namespace = p_namespace and m.task = p_task;
        perform _refuse_beyond('groups', 'groups that subscribed alike', v_alike, 1, p_group);
    end if;
    begin
        insert into consumer_groups_metadata (consumer_group, queue_name, partition_name, namespace, task,
                                              subscription_mode, subscription_timestamp, created_at)
        values (p_group, p_queue, p_partition, p_namespace, p_task, p_mode,
                case p_mode when 'new' then queen.now() when 'timestamp' then p_from else 'epoch' end, queen.now())
        on conflict do nothing;
        if not found then
            return false;
        end if;
        raise notice 'group % subscribed: mode %, queue %, partition %, namespace %, task %', to_json(p_group), p_mode,
            to_json(p_queue), to_json(p_partition), to_json(p_namespace), to_json(p_task);
        return true;
    exception when others then
        raise warning 'subscription of group % not recorded: %', p_group, sqlerrm;
        return true;
    end;
end $$;
