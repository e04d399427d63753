-- The id of a queue's partition of that name; raises RG007 if there is none.
create function queen._require_partition(p_queue_id bigint, p_queue text, p_name text) returns bigint
language plpgsql stable as $$
declare
    v_id bigint;
begin
    select p.id into v_id from partitions p where p.queue_id = p_queue_id and p.name = p_name;
    if not found then
        raise exception 'queue % has no partition %', p_queue, p_name using errcode = 'RG007',
            detail = jsonb_build_object('queue', p_queue, 'partition', p_name)::text;
    end if;
    return v_id;
end $$;
