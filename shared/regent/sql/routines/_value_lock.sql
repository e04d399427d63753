-- The number of the lock that stands for all messages of a type with these attributes.
create function log._value_lock(p_type text, p_attributes jsonb) returns bigint
language sql immutable as $$
    select hashtextextended(p_type || E'\x1d' || coalesce((
        select string_agg(a.key || E'\x1f' || a.value, E'\x1e' order by a.key collate "C")
          from jsonb_each_text(p_attributes) a), ''), 4444)
$$;
