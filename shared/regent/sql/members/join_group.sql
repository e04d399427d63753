-- Makes a consumer a member of a group. It gets partitions at the rebalance, half a second after the last change.
-- A consumer that joins again under its name gets its old membership back while its session lasts. Raises RG108
-- while a pop of the group holds a lease, because partitions are either leased or assigned. Raises RG112 if the
-- group has p_max_members.
--
-- The answer also says when the group was created. So a consumer that joins again can tell whether this is the
-- group that it was in, or one that was made anew.
create function queen.join_group(
    p_group text, p_consumer text, p_member text, p_session_timeout_ms integer, p_max_members integer)
returns table (member_id text, rebalance_required boolean, generation bigint, group_created_at_ms bigint)
language plpgsql security definer set search_path = queen, pg_temp as $$
#variable_conflict use_column
declare
    v_group member_groups := _carry_out_due(p_group, true);
    v_member text;
    v_members bigint;
    v_now timestamptz := queen.now();
begin
    update member_groups g set check_at = least(g.check_at, _session_end(v_now, p_session_timeout_ms))
     where g.id = v_group.id;
    update members m set last_heartbeat = v_now, session_timeout_ms = p_session_timeout_ms
     where m.group_id = v_group.id and m.consumer_id = p_consumer returning m.member_id into v_member;
    if found then
        return query select v_member, v_group.rebalance_at is not null, v_group.generation,
                            _milliseconds(v_group.created_at);
        return;
    end if;
    select count(*) into v_members from members m where m.group_id = v_group.id;
    if v_members >= p_max_members then
        raise exception 'group % has % members, as many as a group may have', p_group, v_members using errcode = 'RG112',
            detail = jsonb_build_object('groupId', p_group, 'members', v_members)::text;
    end if;
    perform _take_partitions(v_group);
    insert into members (member_id, group_id, consumer_id, session_timeout_ms, last_heartbeat, joined_at)
    values (p_member, v_group.id, p_consumer, p_session_timeout_ms, v_now, v_now);
    perform _set_off_rebalance(v_group.id, 'joined', p_consumer, v_now);
    return query select p_member, true, v_group.generation, _milliseconds(v_group.created_at);
end $$;
