-- The offset of the first message since an instant (_offset_at). If all that a partition keeps is younger, no search is
-- needed; of many partitions most are like that.
create function queen._offset_since(p_partition bigint, p_tail bigint, p_head bigint, p_instant timestamptz) returns bigint
language sql stable as $$
    select case when (select m.created_at from messages m where m.partition_id = p_partition and m."offset" >= p_tail
                       order by m."offset" limit 1) >= p_instant then p_tail
                else _offset_at(p_partition, p_tail, p_head, p_instant) end
$$;
