-- Deletes a group with its members and its committed offsets. When it is registered again, it starts at the first
-- message. Raises RG107 while it has members, unless p_force.
create function queen.delete_member_group(p_group text, p_force boolean) returns void
language plpgsql security definer set search_path = queen, pg_temp as $$
declare
    v_group member_groups;
    v_members bigint;
    v_consumers bigint;
begin
    perform from queues q join member_groups g on g.queue_id = q.id where g.name = p_group for no key update of q;
    select g.* into v_group from member_groups g where g.name = p_group;
    if not found then
        perform _unknown_group(p_group);
    end if;
    perform _carry_out(v_group.id);
    select count(*) into v_members from members m where m.group_id = v_group.id;
    if v_members > 0 and not p_force then
        raise exception 'group % has % members; let them leave, or force', p_group, v_members
            using errcode = 'RG107', detail = jsonb_build_object('groupId', p_group, 'members', v_members)::text;
    end if;
    delete from member_groups g where g.id = v_group.id;
    select g.id into v_consumers from consumer_groups g where g.queue_id = v_group.queue_id and g.name = p_group;
    perform from partitions p join partition_consumers c on c.partition_id = p.id and c.group_id = v_consumers
      where p.queue_id = v_group.queue_id order by c.partition_id for update of c;
    delete from consumer_groups g where g.id = v_consumers;
    delete from consumer_groups_metadata m using queues q
     where q.id = v_group.queue_id and m.consumer_group = p_group and m.queue_name = q.name;
    update queues q set depth_bound = null where q.id = v_group.queue_id;
end $$;
