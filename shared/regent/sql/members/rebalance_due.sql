-- Carries out what is due in one group, and returns whether there was such a group. The schedule calls it for
-- groups that no client calls. It handles one group per statement, so that it holds only that group's rows.
create function queen.rebalance_due() returns boolean
language plpgsql security definer set search_path = queen, pg_temp as $$
declare
    v_group bigint;
begin
    select g.id into v_group from member_groups g join queues q on q.id = g.queue_id
     where least(g.rebalance_at, g.check_at) <= queen.now()
     order by g.id limit 1 for key share of q skip locked for no key update of g skip locked;
    if found then
        perform _carry_out(v_group);
    end if;
    return v_group is not null;
end $$;
