-- Makes two requests with one key of their client take turns: the first one may still be at work when its repetition
-- comes. Take it before any row is locked. p_kind: 4447 for lease keys, 4448 for transaction keys.
create function queen._lock_key(p_key uuid, p_kind bigint) returns void
language sql as $$
    select pg_advisory_xact_lock(uuid_hash_extended(p_key, p_kind));
$$;
