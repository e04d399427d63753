-- Makes the creation of a queue and subscriptions to queues that do not exist yet take turns. Both are rare.
create function queen._lock_subscriptions() returns void
language sql as $$
    select pg_advisory_xact_lock(hashtextextended('queen.subscriptions', 0));
$$;
