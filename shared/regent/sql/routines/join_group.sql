-- A consumer joins: he is a member from now on, and gets partitions at the rebalance, 500 ms after the last change.
-- Joining again under the same name answers the same member while he lives. Refused while a pop of the group holds a
-- lease: its partitions are either leased or assigned.
create function queen.join_group(p_group text, p_consumer text, p_member text, p_session_timeout_ms integer)
returns table (member_id text, rebalance_required boolean, generation bigint)
language plpgsql security definer set search_path = queen, pg_temp as $$
#variable_conflict use_column
declare
    v_group member_groups;
    v_consumers bigint;
    v_leased timestamptz;
    v_member text;
    v_now timestamptz;
begin
    -- Who adds partitions holds the queue: they are assigned here, or it sees that the group has members.
    perform from queues q join member_groups g on g.queue_id = q.id where g.name = p_group for share of q;
    v_group := _member_group(p_group);
    v_group := _carry_out(v_group.id);      -- and holds the group's row from here on
    v_now := queen.now();
    update members m set last_heartbeat = v_now, session_timeout_ms = p_session_timeout_ms
     where m.group_id = v_group.id and m.consumer_id = p_consumer returning m.member_id into v_member;
    if found then
        update member_groups g
           set check_at = least(g.check_at, v_now + make_interval(secs => p_session_timeout_ms / 1000.0))
         where g.id = v_group.id;
        return query select v_member, v_group.rebalance_at is not null, v_group.generation;
        return;
    end if;
    update consumer_groups g set has_members = true
     where g.queue_id = v_group.queue_id and g.name = p_group returning g.id into v_consumers;
    if not found then
        raise exception 'group % was deleted; find or create it again', p_group using errcode = 'RG016',
            detail = jsonb_build_object('groupId', p_group)::text;
    end if;
    -- Under the rows' locks: a pop that takes a lease in this moment is either seen here, or sees `assigned`.
    perform from partition_consumers c join partitions p on p.id = c.partition_id
      where p.queue_id = v_group.queue_id and c.group_id = v_consumers
      order by c.partition_id for no key update of c;
    select max(c.lease_expires_at) into v_leased
      from partitions p join partition_consumers c on c.partition_id = p.id and c.group_id = v_consumers
     where p.queue_id = v_group.queue_id and c.lease_id is not null and c.lease_expires_at > v_now;
    if v_leased is not null then
        raise exception 'group % is leased by a pop until %; it can be assigned to members after that', p_group, v_leased
            using errcode = 'RG023', detail = jsonb_build_object('groupId', p_group, 'until', v_leased)::text;
    end if;
    update partition_consumers c set assigned = true
      from partitions p
     where p.queue_id = v_group.queue_id and c.partition_id = p.id and c.group_id = v_consumers and not c.assigned;
    insert into members (member_id, group_id, consumer_id, session_timeout_ms, last_heartbeat, joined_at)
    values (p_member, v_group.id, p_consumer, p_session_timeout_ms, v_now, v_now);
    update member_groups g
       set rebalance_at = v_now + interval '500 milliseconds', last_modified_at = v_now,
           check_at = least(g.check_at, v_now + make_interval(secs => p_session_timeout_ms / 1000.0))
     where g.id = v_group.id;
    return query select p_member, true, v_group.generation;
end $$;
