-- Creating a queue and subscribing to queues that are not there yet take turns. Both are rare.
create function queen._lock_subscriptions() returns void
language sql as $$
    select pg_advisory_xact_lock(hashtextextended('queen.subscriptions', 0));
$$;
