-- Ends a membership at the member's own wish; the others get its partitions at the rebalance.
create function queen.leave_group(p_group text, p_member text) returns void
language plpgsql security definer set search_path = queen, pg_temp as $$
begin
    perform _remove_member(p_group, p_member, 'left');
end $$;
