-- Raises RG013 while consumers hold live leases on these partitions; the error says how many, and until when. The
-- caller holds the partitions, so that no row becomes ready meanwhile. It also holds the ready rows of their
-- consumers, so that no lease begins. A lease is then visible here, or its pop comes later.
create function queen._require_no_lease(p_queue text, p_partitions bigint[]) returns void
language plpgsql as $$
declare
    v_leases bigint;
    v_until timestamptz;
begin
    select count(*), max(c.lease_expires_at) into v_leases, v_until
      from partition_consumers c
     where c.partition_id = any(p_partitions) and c.ready and _held_until(c, queen.now()) is not null;
    if v_leases > 0 then
        raise exception 'consumers of queue % hold leases (%, the last until %); nothing was changed; wait, or force it',
            p_queue, v_leases, _instant(v_until)
            using errcode = 'RG013', detail = jsonb_build_object(
                'queue', p_queue, 'leases', v_leases, 'until', _instant(v_until))::text;
    end if;
end $$;
