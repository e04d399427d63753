-- Raises RG004 if a message for a queue with encryption is not ciphertext. Nothing has been written yet:
-- regent.stores.queue encrypts and pushes again.
create function queen._require_encryption(p_secret bigint[], p_lanes jsonb, p_of integer[], p_more jsonb) returns void
language plpgsql as $$
declare
    v_queues jsonb;
begin
    select jsonb_agg(distinct p_lanes -> (s.lane - 1)::integer ->> 'q') into v_queues
      from unnest(p_secret) s(lane)
     where p_more is null
        or exists (select from rows from (unnest(p_of), jsonb_array_elements(p_more)) i(l, y)
                    where coalesce(i.l, 1) = s.lane and (i.y -> 'e')::boolean is not true);
    if v_queues is not null then
        raise exception 'messages for these queues must be encrypted: %', v_queues
            using errcode = 'RG004', detail = jsonb_build_object('queues', v_queues)::text;
    end if;
end $$;
