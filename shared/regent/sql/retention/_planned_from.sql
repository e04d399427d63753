-- Where the first batch of the archive behind an offset begins in a partition. Null if there is none.
create function queen._planned_from(p_partition bigint, p_offset bigint) returns bigint
language sql stable as $$
    select min(r.from_offset) from archive_ranges r where r.partition_id = p_partition and r.from_offset >= p_offset
$$;
