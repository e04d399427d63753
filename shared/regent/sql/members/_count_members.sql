-- The number of members of a group. It first removes members whose sessions have ended, so that a group which all
-- its members have left can be popped again.
--
-- p_tidy: false where the caller holds rows already. Then members whose sessions have ended count until somebody
-- else removes them.
create function queen._count_members(p_group text, p_tidy boolean default true) returns bigint
language plpgsql as $$
declare
    v_group member_groups;
begin
    -- _carry_out locks the group's row, and the caller may lock the queue afterwards. Queues come first in the
    -- lock order, so lock the queue here.
    perform from queues q join member_groups g on g.queue_id = q.id
      where p_tidy and g.name = p_group and least(g.rebalance_at, g.check_at) <= queen.now() for no key update of q;
    if found then
        select g.* into v_group from member_groups g where g.name = p_group;
        perform _carry_out(v_group.id);
    end if;
    return (select count(*) from member_groups g join members m on m.group_id = g.id where g.name = p_group);
end $$;
