-- Carries out what is due in a group: members whose session has ended go, and 500 ms after the last change the
-- partitions are dealt out anew. Both as of the moment at which they were due, however late this request comes: a
-- member that died a minute ago has been replaced since.
--
-- The group's row is held to the commit: who joins, leaves or rebalances takes turns, and a commit of offsets, which
-- shares the row, sees either the old assignment or the new one.
create function queen._carry_out(p_group bigint) returns queen.member_groups
language plpgsql as $$
declare
    v_group member_groups;
    v_now timestamptz := queen.now();
    v_failed_at timestamptz;
begin
    select g.* into v_group from member_groups g where g.id = p_group for no key update;
    perform _still_there(found);
    if v_group.check_at <= v_now then
        with gone as (
            delete from members m
             where m.group_id = p_group and m.last_heartbeat + make_interval(secs => m.session_timeout_ms / 1000.0) <= v_now
            returning m.last_heartbeat + make_interval(secs => m.session_timeout_ms / 1000.0) as ended_at)
        select max(g.ended_at) into v_failed_at from gone g;
        v_group.rebalance_at := greatest(v_group.rebalance_at, v_failed_at + interval '500 milliseconds');
    end if;
    if v_group.rebalance_at <= v_now then
        v_group := _rebalance(v_group);
    end if;
    v_group.check_at := (select min(m.last_heartbeat + make_interval(secs => m.session_timeout_ms / 1000.0))
                           from members m where m.group_id = p_group);
    if v_group.check_at is null and v_group.rebalance_at is not null then
        v_group := _rebalance(v_group);     -- nobody is left to wait for
    end if;
    update member_groups g set rebalance_at = v_group.rebalance_at, check_at = v_group.check_at
     where g.id = p_group;
    return v_group;
end $$;
