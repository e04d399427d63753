-- The offset to which a seek moves a cursor in one partition. It has no subquery, so that Postgres puts it in place
-- of its call: of 100,000 partitions, calls would take most of the time.
create function queen._seek_target(
    p_partition bigint, p_tail bigint, p_head bigint, p_last_activity timestamptz,
    p_to text, p_instant timestamptz, p_offset bigint)
returns bigint
language sql stable as $$
    select case when p_to = 'end' then p_head
                when p_to = 'beginning' then p_tail
                when p_to = 'offset' then least(greatest(p_offset, p_tail), p_head)
                when p_last_activity < p_instant then p_head
                else _offset_since(p_partition, p_tail, p_head, p_instant) end
$$;
