-- Where the last batch of the archive that begins before an offset ends in a partition. Null if there is none. Batches
-- never overlap, so no other one that begins before the offset ends later.
create function queen._planned_before(p_partition bigint, p_offset bigint) returns bigint
language sql stable as $$
    select r.to_offset from archive_ranges r
     where r.partition_id = p_partition and r.from_offset < p_offset order by r.from_offset desc limit 1
$$;
