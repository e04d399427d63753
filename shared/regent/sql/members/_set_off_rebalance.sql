-- Sets off a rebalance because of a change at p_at, or delays the one that is pending. The caller holds the group's
-- row. p_consumer is null for growth of the topic.
create function queen._set_off_rebalance(p_group bigint, p_change text, p_consumer text, p_at timestamptz) returns void
language plpgsql as $$
declare
    v_generation bigint;
begin
    update member_groups g
       set changed_at = coalesce(g.changed_at, p_at), rebalance_at = _rebalance_at(coalesce(g.changed_at, p_at), p_at),
           last_modified_at = p_at
     where g.id = p_group returning g.generation into v_generation;
    perform _note_changes(p_group, v_generation, jsonb_build_array(_member_change(p_change, p_consumer, p_at)));
end $$;
