-- The number of members of a group whose sessions have not ended: what _count_members leaves. It locks nothing.
create function queen._live_members(p_group text) returns bigint
language sql stable as $$
    select count(*) from member_groups g join members m on m.group_id = g.id
     where g.name = p_group and _session_end(m.last_heartbeat, m.session_timeout_ms) > queen.now()
$$;
