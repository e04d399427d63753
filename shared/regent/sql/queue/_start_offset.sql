-- The offset at which a new group starts in a partition: its head, the first message since an instant, or its
-- tail.
create function queen._start_offset(p_partition bigint, p_tail bigint, p_head bigint, p_mode text, p_from timestamptz)
returns bigint
language sql stable as $$
    select case p_mode when 'new' then p_head
                       when 'timestamp' then _offset_at(p_partition, p_tail, p_head, p_from)
                       else p_tail end
$$;
