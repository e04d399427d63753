-- A data key as it is stored, wrapped; no row if it is lost.
create function queen.read_data_key(p_id text) returns table (kms_key text, wrapped text)
language sql stable security definer set search_path = queen, pg_temp as $$
    select d.kms_key, d.wrapped from data_keys d where d.id = p_id
$$;
