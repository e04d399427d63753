-- Sets the maintenance switches of one queue, or of the whole system if p_queue is null. Null leaves a switch as it
-- is. It waits for no request in flight: a push that began before the switch may still be stored.
create function queen.switch_maintenance(p_queue text, p_push boolean, p_pop boolean) returns void
language plpgsql security definer set search_path = queen, pg_temp as $$
begin
    if p_queue is null then
        update maintenance m
           set push = coalesce(p_push, m.push), pop = coalesce(p_pop, m.pop), changed_at = queen.now();
        return;
    end if;
    update queues q
       set push_maintenance = coalesce(p_push, q.push_maintenance), pop_maintenance = coalesce(p_pop, q.pop_maintenance)
     where q.name = p_queue;
    if not found then
        raise exception 'there is no queue %', p_queue using errcode = 'RG006',
            detail = jsonb_build_object('queue', p_queue)::text;
    end if;
end $$;
