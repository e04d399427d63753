-- The offset up to which committed batches have archived a partition without a gap, from p_from on.
create function queen._archived_to(p_partition bigint, p_from bigint) returns bigint
language plpgsql stable as $$
declare
    v_range record;
    v_to bigint := p_from;
begin
    for v_range in
        select r.from_offset, r.to_offset, b.status from archive_ranges r join archive_batches b on b.id = r.batch_id
         where r.partition_id = p_partition order by r.from_offset
    loop
        exit when v_range.from_offset > v_to or v_range.status <> 'committed';
        v_to := greatest(v_to, v_range.to_offset);
    end loop;
    return v_to;
end $$;
