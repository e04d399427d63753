-- The partition of that id; raises RG007 if there is none. Names with slashes do not survive every gateway, ids do.
create function queen._require_partition_id(p_id bigint) returns queen.partitions
language plpgsql stable as $$
declare
    v_partition partitions;
begin
    select p.* into v_partition from partitions p where p.id = p_id;
    if not found then
        raise exception 'there is no partition with the id %', p_id using errcode = 'RG007',
            detail = jsonb_build_object('partitionId', p_id::text)::text;
    end if;
    return v_partition;
end $$;
