-- The first offset of a partition, from its tail on, that no batch of the archive has. It may stand in a gap before
-- other ranges: a batch that was given up leaves one.
create function queen._planned_to(p_partition bigint, p_tail bigint) returns bigint
language plpgsql stable as $$
declare
    v_range record;
    v_to bigint := p_tail;
begin
    for v_range in
        select r.from_offset, r.to_offset from archive_ranges r where r.partition_id = p_partition order by r.from_offset
    loop
        exit when v_range.from_offset > v_to;
        v_to := greatest(v_to, v_range.to_offset);
    end loop;
    return v_to;
end $$;
