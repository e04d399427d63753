-- How long stored JSON is as text: its stored size, unless that is compressed. Inlined.
create function queen._text_bytes(p_json json) returns bigint
language sql stable as $$
    select case when pg_column_compression(p_json) is null then pg_column_size(p_json) else octet_length(p_json::text) end
$$;
