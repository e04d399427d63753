-- A group's first pop: its row on the queue and in each partition that is there (or in the one that the pop
-- names). Returns the group's id.
--
-- Mode `new` starts at each partition's head. A push in flight must not fall between reading the head and
-- the row's being there for the push to wake: every partition that can be locked at once is held (shared)
-- to the commit, so that later pushes find the row; one that cannot has a push in flight, and its row is
-- made ready, which at worst costs one look.
--
-- p_fresh: this very pop recorded the subscription. The record decides in any case: the first mode wins.
create function queen._subscribe(
    p_queue queen.queues, p_group text, p_partition text, p_mode text, p_from timestamptz, p_fresh boolean)
returns bigint
language plpgsql
set enable_hashjoin = on     -- pop, which calls this, switches it off; here every partition is read once
as $$
declare
    v_group bigint;
    v_record consumer_groups_metadata;
    v_mode text := p_mode;
    v_from timestamptz := p_from;
begin
    perform from queues q where q.id = p_queue.id for no key update;
    perform _still_there(found);
    select * into v_record
      from _subscription(p_group, p_queue.name, coalesce(p_partition, ''), p_queue.namespace, p_queue.task);
    if found and p_group <> '__QUEUE_MODE__' then
        v_mode := v_record.subscription_mode;
        v_from := v_record.subscription_timestamp;
    end if;
    if v_mode = 'new' and not p_fresh then
        v_mode := 'timestamp';  -- subscribed before this queue came under its labels
    end if;

    insert into consumer_groups as g (queue_id, name, whole_queue, created_at)
    values (p_queue.id, p_group, p_partition is null, queen.now())
    on conflict (queue_id, name) do update set whole_queue = g.whole_queue or excluded.whole_queue
    returning g.id into v_group;

    with held as materialized (
        select p.id, p.head, p.tail, p.last_activity from partitions p
         where p.queue_id = p_queue.id and (p_partition is null or p.name = p_partition)
         order by p.id for share skip locked),
    start as (
        select p.id, h.id is null as in_flight, coalesce(h.head, p.head) as head,
               case v_mode
                   when 'new' then coalesce(h.head, p.head)
                   when 'timestamp' then _offset_at(p.id, p.tail, coalesce(h.head, p.head), v_from)
                   else p.tail
               end as cursor
          from partitions p left join held h on h.id = p.id
         where p.queue_id = p_queue.id and (p_partition is null or p.name = p_partition))
    insert into partition_consumers (partition_id, group_id, committed, ready, oldest_at, skip_before)
    select s.id, v_group, s.cursor, s.in_flight or s.head > s.cursor,
           coalesce((select m.created_at from messages m
                      where m.partition_id = s.id and m."offset" >= s.cursor order by m."offset" limit 1),
                    queen.now()),
           case when v_mode = 'timestamp' and v_from > queen.now() then v_from end
      from start s
     order by s.id
    on conflict do nothing;
    -- A group that starts at the beginning may now be the slowest.
    update queues q set depth_bound = null where q.id = p_queue.id and q.depth_bound is not null;
    return v_group;
end $$;
