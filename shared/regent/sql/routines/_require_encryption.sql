-- A queue with encryption stores ciphertext only. The caller learns here that it has to encrypt (regent.queues
-- does so and pushes again); nothing has been written yet.
create function queen._require_encryption(p_secret bigint[], p_lanes jsonb, p_items jsonb) returns void
language plpgsql as $$
declare
    v_queues jsonb;
begin
    select jsonb_agg(distinct p_lanes -> (i.l - 1) ->> 'q') into v_queues
      from jsonb_to_recordset(p_items) as i(l integer, e boolean)
     where i.l = any(p_secret) and i.e is not true;
    if v_queues is not null then
        raise exception 'messages for these queues must be encrypted: %', v_queues
            using errcode = 'RG004', detail = jsonb_build_object('queues', v_queues)::text;
    end if;
end $$;
