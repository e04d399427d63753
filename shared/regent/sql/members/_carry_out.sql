-- Carries out what is due in a group: members whose session has ended go, and half a second after the last change the
-- partitions are dealt out anew. Both as of the moment at which they were due, however late this request comes: a
-- member that died a minute ago has been replaced since. An empty group is empty at once, with nobody to wait for.
-- Null: the group was to be deleted when it is empty, and is.
--
-- The group's row is held to the commit: who joins, leaves or rebalances takes turns, and a commit of offsets, which
-- shares the row, sees either the old assignment or the new one. What is due is judged under that lock: of two
-- requests that come after a deadline one carries it out.
create function queen._carry_out(p_group bigint) returns queen.member_groups
language plpgsql as $$
declare
    v_group member_groups;
    v_now timestamptz;
    v_failed_at timestamptz;
begin
    -- Rows that are updated twice here check their foreign keys, up to the queue's: before the group is held.
    perform from queues q join member_groups g on g.queue_id = q.id where g.id = p_group for key share of q;
    select g.* into v_group from member_groups g where g.id = p_group for no key update;
    perform _still_there(found);
    v_now := queen.now();
    if v_group.check_at <= v_now then
        with gone as (
            delete from members m
             where m.group_id = p_group and _session_end(m.last_heartbeat, m.session_timeout_ms) <= v_now
            returning _session_end(m.last_heartbeat, m.session_timeout_ms) as ended_at)
        select max(g.ended_at) into v_failed_at from gone g;
        if v_failed_at is not null then
            v_group.changed_at := coalesce(v_group.changed_at, v_failed_at);
            v_group.rebalance_at := greatest(v_group.rebalance_at, _rebalance_at(v_group.changed_at, v_failed_at));
        end if;
        -- Heartbeats leave the group's row alone: this is as early as a session can end, not when one does.
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
