-- A data key as it is kept, wrapped; no row when it is lost.
create function queen.read_data_key(p_id text) returns table (kms_key text, wrapped text)
language sql stable security definer set search_path = queen, pg_temp as $$
    select d.kms_key, d.wrapped from data_keys d where d.id = p_id
$$;
