-- Assigns the group's partitions when its first member joins: from now on pops pass them by. Raises RG108 while a
-- pop of the group holds a lease.
--
-- Each row is judged under its lock: a pop that takes a lease at that moment is either seen here, or sees
-- `assigned`. A lease that expired unnoticed is ended and counted here, so that no reclaim does so later, when the
-- row is assigned.
create function queen._take_partitions(p_group queen.member_groups) returns void
language plpgsql as $$
declare
    v_consumers consumer_groups;
    v_queue queues;
    v_row partition_consumers;
    v_ended record;
    v_until timestamptz;
begin
    select g.* into v_consumers from consumer_groups g
     where g.queue_id = p_group.queue_id and g.name = p_group.name for no key update;
    if not found then
        perform _unknown_group(p_group.name);   -- its consumer group was deleted, and the cursors with it
    end if;
    if v_consumers.has_members then
        return;
    end if;
    select q.* into v_queue from queues q where q.id = p_group.queue_id;
    for v_row in
        select c.* from partitions p
          join partition_consumers c on c.partition_id = p.id and c.group_id = v_consumers.id
         where p.queue_id = p_group.queue_id
         order by c.partition_id for no key update of c
    loop
        if v_row.lease_id is not null and v_row.lease_expires_at > queen.now() then
            v_until := greatest(v_until, v_row.lease_expires_at);
        elsif v_row.lease_id is not null then
            v_ended := _expire_lease(v_queue, v_row);
            perform _settle(v_ended.expired, null);
        end if;
    end loop;
    if v_until is not null then
        raise exception 'group % is leased by a pop; its partitions can be assigned to members after that', p_group.name
            using errcode = 'RG108', detail = jsonb_build_object('groupId', p_group.name, 'until',
                to_char(v_until at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))::text;
    end if;
    update consumer_groups g set has_members = true where g.id = v_consumers.id;
    update partition_consumers c set assigned = true
      from partitions p
     where p.queue_id = p_group.queue_id and c.partition_id = p.id and c.group_id = v_consumers.id;
end $$;
