-- A group's first pop: makes its row on the queue and one in each partition (or only in the one that the pop
-- names). Returns the group's id.
--
-- Mode `new` starts at each partition's head. A push in flight must not fall between two moments: the head is
-- read, and the row is there for the push to wake. So every partition that can be locked at once is held (shared)
-- to the commit: a later push finds the row. A partition that cannot be locked has a push in flight; its row is
-- made ready, which at worst costs one look. Two statements without a join between partitions look at each
-- partition once, whatever the planner believes of their number.
--
-- p_fresh: this pop has just recorded the subscription. A record decides in any case: the first mode wins.
create function queen._subscribe(
    p_queue queen.queues, p_group text, p_partition text, p_mode text, p_from timestamptz, p_fresh boolean)
returns bigint
language plpgsql as $$
declare
    v_group bigint;
    v_record consumer_groups_metadata;
    v_mode text := p_mode;
    v_from timestamptz := p_from;
    v_skip timestamptz;
    v_there bigint;
    v_partitions bigint[];
    v_heads bigint[];       -- their heads at the instant of this pop
begin
    perform from queues q where q.id = p_queue.id for no key update;
    perform _still_there(found);
    select * into v_record
      from _subscription(p_group, p_queue.name, coalesce(p_partition, ''), p_queue.namespace, p_queue.task);
    if found then
        v_mode := v_record.subscription_mode;
        v_from := v_record.subscription_timestamp;
    end if;
    if v_mode = 'new' and not p_fresh then
        v_mode := 'timestamp';  -- it subscribed before this queue came under its labels
    end if;

    if v_mode = 'timestamp' and v_from > queen.now() then
        v_skip := v_from;
    end if;

    -- Each group writes a row in every partition, and every new partition a row of each group.
    if not exists (select from consumer_groups g where g.queue_id = p_queue.id and g.name = p_group) then
        perform _require_plain('group', p_group);
        select count(*) into v_there from consumer_groups g where g.queue_id = p_queue.id;
        perform _refuse_beyond('groups', 'groups of queue ' || p_queue.name, v_there, 1, p_group);
    end if;
    insert into consumer_groups as g (queue_id, name, whole_queue, created_at, paused_at)
    values (p_queue.id, p_group, p_partition is null, queen.now(), _paused_since(p_group))
    on conflict (queue_id, name) do update set whole_queue = g.whole_queue or excluded.whole_queue
    returning g.id into v_group;

    select array_agg(p.id), array_agg(p.head) into v_partitions, v_heads from partitions p
     where p.queue_id = p_queue.id and (p_partition is null or p.name = p_partition);
    insert into partition_consumers (partition_id, group_id, committed, completed, ready, oldest_at, skip_before)
    select h.id, v_group, s.cursor, _missing_offsets(h.id, v_group, s.cursor, h.head, h.removed),
           h.head > s.cursor,
           _oldest_at(h.id, s.cursor, queen.now()), v_skip
      from (select p.id, p.head, p.tail, p.removed from partitions p
             where p.id = any(v_partitions) order by p.id for share skip locked) h
     cross join lateral (select _start_offset(h.id, h.tail, h.head, v_mode, v_from)) s(cursor)
    on conflict do nothing;
    insert into partition_consumers (partition_id, group_id, committed, completed, ready, oldest_at, skip_before)
    select p.id, v_group, s.cursor, _missing_offsets(p.id, v_group, s.cursor, p.head, p.removed), true,
           _oldest_at(p.id, s.cursor, queen.now()),
           coalesce(v_skip, case v_mode when 'timestamp' then v_from end)
      from unnest(v_partitions, v_heads) u(id, head)
      join partitions p on p.id = u.id
     cross join lateral (select _start_offset(p.id, p.tail, u.head, v_mode, v_from)) s(cursor)
     where not exists (select from partition_consumers c where c.partition_id = p.id and c.group_id = v_group)
     order by p.id
    on conflict do nothing;
    -- The server logs notices at DEBUG. JSON, because a name may hold line breaks.
    raise notice 'group % starts on queue %: %, as % says', to_json(p_group), to_json(p_queue.name),
        case v_mode when 'new' then 'new messages only' when 'timestamp' then 'from ' || _instant(v_from)
                    else 'all that is kept' end,
        case when p_fresh or v_record.id is null then 'its pop'
             else 'its subscription of ' || _instant(v_record.created_at) end;
    -- A group that starts at the beginning may now be the slowest, so the depth is counted again.
    update queues q set depth_bound = null where q.id = p_queue.id and q.depth_bound is not null;
    return v_group;
end $$;
