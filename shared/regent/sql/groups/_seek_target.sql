-- The offset to which a seek moves a cursor in one partition. If the instant is before or after all that a
-- partition keeps, no search is needed; of many partitions most are like that.
create function queen._seek_target(
    p_partition bigint, p_tail bigint, p_head bigint, p_last_activity timestamptz,
    p_to text, p_instant timestamptz, p_offset bigint)
returns bigint
language sql stable as $$
    select case when p_to = 'end' then p_head
                when p_to = 'beginning' then p_tail
                when p_to = 'offset' then least(greatest(p_offset, p_tail), p_head)
                when p_last_activity < p_instant then p_head
                when (select m.created_at from messages m where m.partition_id = p_partition and m."offset" >= p_tail
                       order by m."offset" limit 1) >= p_instant then p_tail
                else _offset_at(p_partition, p_tail, p_head, p_instant) end
$$;
