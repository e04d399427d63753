-- The state of a group with members. It is never REBALANCING: that state begins and ends within the transaction
-- that deals the partitions out, so no other session sees it.
create function queen._member_group_state(p_group queen.member_groups) returns text
language sql immutable as $$
    select case when p_group.rebalance_at is null then 'STABLE' else 'PREPARING_REBALANCE' end
$$;
