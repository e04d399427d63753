-- How many bytes stored JSON has as text. That is its stored size, so the value is read only if it is compressed.
-- Inlined.
create function queen._text_bytes(p_json json) returns bigint
language sql stable as $$
    select case when pg_column_compression(p_json) is null then pg_column_size(p_json) else octet_length(p_json::text) end
$$;
