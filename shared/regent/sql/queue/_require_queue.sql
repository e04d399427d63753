-- The id of the queue of that name; raises RG006 if there is none.
create function queen._require_queue(p_name text) returns bigint
language plpgsql stable as $$
declare
    v_id bigint;
begin
    select q.id into v_id from queues q where q.name = p_name;
    if not found then
        raise exception 'there is no queue %', p_name using errcode = 'RG006',
            detail = jsonb_build_object('queue', p_name)::text;
    end if;
    return v_id;
end $$;
