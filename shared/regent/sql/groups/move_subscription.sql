-- Makes p_instant the start of a group in every queue and partition that it comes to later: its records change,
-- its cursors stay. This is the one exception from the rule that the first mode wins. Returns how many records the
-- group has.
create function queen.move_subscription(p_group text, p_instant timestamptz) returns bigint
language plpgsql security definer set search_path = queen, pg_temp as $$
declare
    v_moved bigint;
begin
    perform _require_group(p_group, null);
    update consumer_groups_metadata m set subscription_mode = 'timestamp', subscription_timestamp = p_instant
     where m.consumer_group = p_group;
    get diagnostics v_moved = row_count;
    return v_moved;
end $$;
