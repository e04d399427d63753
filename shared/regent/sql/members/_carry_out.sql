-- Carries out what is due in a group. It removes members whose sessions have ended, and deals the partitions out
-- half a second after the last change. Each step counts from the moment at which it was due, however late this
-- request comes. So one late request both removes a member that died a minute ago and gives its partitions to
-- others. An empty group is dealt out at once, because there is no member to wait for. Returns null if the group
-- was to be deleted when empty, and has been.
--
-- The group's row is locked until the commit, so joins, leaves and rebalances take turns. An offset commit shares
-- the row, so it sees either the old assignment or the new one. The function judges under that lock whether
-- something is due. So of two requests that come after a deadline, only one carries it out.
create function queen._carry_out(p_group bigint) returns queen.member_groups
language plpgsql as $$
declare
    v_group member_groups;
    v_now timestamptz;
    v_failed_at timestamptz;
    v_changes jsonb;
begin
    -- A second update of a row in one transaction checks its foreign key, which locks the queue's row. Queues come
    -- before groups in the lock order, so lock the queue first.
    perform from queues q join member_groups g on g.queue_id = q.id where g.id = p_group for key share of q;
    select g.* into v_group from member_groups g where g.id = p_group for no key update;
    perform _still_there(found);
    v_now := queen.now();
    if v_group.check_at <= v_now then
        with gone as (
            delete from members m
             where m.group_id = p_group and _session_end(m.last_heartbeat, m.session_timeout_ms) <= v_now
            returning m.consumer_id, _session_end(m.last_heartbeat, m.session_timeout_ms) as ended_at)
        select max(g.ended_at), jsonb_agg(_member_change('expired', g.consumer_id, g.ended_at) order by g.ended_at)
          into v_failed_at, v_changes from gone g;
        if v_failed_at is not null then
            perform _note_changes(p_group, v_group.generation, v_changes);
            v_group.changed_at := coalesce(v_group.changed_at, v_failed_at);
            v_group.rebalance_at := greatest(v_group.rebalance_at, _rebalance_at(v_group.changed_at, v_failed_at));
        end if;
        -- Heartbeats do not write the group's row. So check_at is the earliest instant at which a session can end,
        -- not the instant at which one ends.
        v_group.check_at := (select min(_session_end(m.last_heartbeat, m.session_timeout_ms))
                               from members m where m.group_id = p_group);
        update member_groups g
           set changed_at = v_group.changed_at, rebalance_at = v_group.rebalance_at, check_at = v_group.check_at
         where g.id = p_group;
    end if;
    if v_group.rebalance_at <= v_now
       or v_group.rebalance_at is not null and not exists (select from members m where m.group_id = p_group)
    then
        v_group := _rebalance(v_group);
    end if;
    return v_group;
end $$;
