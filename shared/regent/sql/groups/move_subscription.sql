-- Lets all that a group comes to later start at an instant: its records change, its cursors stay. (Else the first
-- mode wins for ever: this is the one exception.) Returns how many records there are.
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
