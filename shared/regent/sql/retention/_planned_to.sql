-- The first offset of a partition that no batch of the archive has yet.
create function queen._planned_to(p_partition bigint, p_tail bigint) returns bigint
language sql stable as $$
    select greatest(p_tail, (select r.to_offset from archive_ranges r where r.partition_id = p_partition
                              order by r.from_offset desc limit 1))
$$;
