-- Pauses a group, so that its pops find nothing, or lets it go on. That concerns one queue, or all of them and
-- those that the group comes to later. Messages that it holds may still be acked. Returns since when the group is
-- paused, and the number of queues that this concerns.
create function queen.pause_group(p_group text, p_queue text, p_paused boolean)
returns table (paused_at timestamptz, queues bigint)
language plpgsql security definer set search_path = queen, pg_temp as $$
#variable_conflict use_column
declare
    v_now timestamptz := queen.now();
begin
    if p_queue is not null then
        perform _require_group(p_group, p_queue);
        return query
        update consumer_groups g set paused_at = case when p_paused then coalesce(g.paused_at, v_now) end
         where g.queue_id = _require_queue(p_queue) and g.name = p_group
        returning g.paused_at, 1::bigint;
        return;
    end if;
    -- A first pop of the group writes its row under its queue's lock, with the pause that it reads then. So either
    -- it has committed, and its row is found below, or it reads the pause that is written here.
    perform _lock_subscriptions();
    perform from queues q order by q.id for no key update;
    if p_paused then
        insert into paused_groups (consumer_group, paused_at) values (p_group, v_now) on conflict do nothing;
    else
        perform _require_group(p_group, null);
        delete from paused_groups d where d.consumer_group = p_group;
    end if;
    update consumer_groups g set paused_at = case when p_paused then v_now end
     where g.name = p_group and (g.paused_at is null) = p_paused;
    return query select _paused_since(p_group), count(*) from consumer_groups g where g.name = p_group;
end $$;
