-- When a message is due that cannot be handed out yet: it was scheduled for later, or its queue delays all messages.
-- Null: it is due.
create function queen._due_at(p_created timestamptz, p_delay_seconds integer, p_available timestamptz)
returns timestamptz
language sql stable as $$
    select case when p_available > queen.now() or p_delay_seconds > 0
                     and p_created + make_interval(secs => p_delay_seconds) > queen.now()
                then greatest(p_available, p_created + make_interval(secs => p_delay_seconds)) end
$$;
