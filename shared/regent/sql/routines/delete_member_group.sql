-- Deletes a group with its members and its committed offsets. Its subscription stays on record unless it was made with
-- it. Refused while it has members.
create function queen.delete_member_group(p_group text, p_force boolean) returns void
language plpgsql security definer set search_path = queen, pg_temp as $$
declare
    v_group member_groups;
    v_members bigint;
begin
    perform from queues q join member_groups g on g.queue_id = q.id where g.name = p_group for no key update of q;
    v_group := _member_group(p_group);
    v_group := _carry_out(v_group.id);
    select count(*) into v_members from members m where m.group_id = v_group.id;
    if v_members > 0 and not p_force then
        raise exception 'group % has % members; let them leave, or force', p_group, v_members
            using errcode = 'RG022', detail = jsonb_build_object('groupId', p_group, 'members', v_members)::text;
    end if;
    delete from member_groups g where g.id = v_group.id;
    delete from consumer_groups g where g.queue_id = v_group.queue_id and g.name = p_group;
    delete from consumer_groups_metadata m where m.consumer_group = p_group;
    update queues q set depth_bound = null where q.id = v_group.queue_id;
end $$;
