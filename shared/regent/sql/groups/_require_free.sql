-- Raises RG013 while consumers of a group hold leases; the error says on how many partitions and until when.
-- p_force skips the check: the caller then ends these leases.
create function queen._require_free(p_group text, p_queue text, p_held bigint, p_until timestamptz, p_force boolean)
returns void
language plpgsql as $$
begin
    if p_held > 0 and not p_force then
        raise exception 'consumers of group % hold % partitions; wait until they are done, or send force',
            p_group, p_held using errcode = 'RG013', detail = jsonb_build_object(
                'consumerGroup', p_group, 'queue', p_queue, 'partitionsHeld', p_held,
                'heldUntil', _instant(p_until))::text;
    end if;
end $$;
