-- Stores a wrapped data key, before the first message is encrypted with it. Its id is new. A repeated call, after
-- a lost answer, changes nothing.
create function queen.store_data_key(p_id text, p_kms_key text, p_setting text, p_wrapped text) returns void
language sql security definer set search_path = queen, pg_temp as $$
    insert into data_keys (id, kms_key, setting, wrapped, created_at)
    values (p_id, p_kms_key, p_setting, p_wrapped, queen.now())
    on conflict (id) do nothing
$$;
