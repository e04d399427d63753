-- The state of a group that has members. (REBALANCING is over when the transaction that does it is.)
create function queen._member_group_state(p_group queen.member_groups) returns text
language sql immutable as $$
    select case when p_group.rebalance_at is null then 'STABLE' else 'PREPARING_REBALANCE' end
$$;
