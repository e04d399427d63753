-- When a group was paused everywhere; null if it is not paused.
create function queen._paused_since(p_group text) returns timestamptz
language sql stable as $$
    select g.paused_at from paused_groups g where g.consumer_group = p_group
$$;
