-- Moves a group's cursors on a queue, or in one partition of it. p_to is `end`, `beginning`, `timestamp` (the
-- first message since p_instant) or `offset`. What was handed out, failed or completed beyond the cursor is
-- forgotten: from there on everything is handed out in order, as if for the first time.
--
-- Raises RG013 while a consumer holds what would move, and RG107 while the group has members, unless p_force. With
-- p_force such leases end. No ack of them, or of an earlier lease, is then taken for a repeated one. Returns how
-- many partitions changed, and the cursor in the partition that was named.
--
-- The end is the committed head: a push in flight comes after it, and its message is delivered. As everywhere, a
-- row goes idle only while its partition is held (queue/_settle.sql says why). If a push holds the partition, the
-- row stays ready. A seek back leaves work in each partition, so it holds none. Rows that already stand at their
-- target are not written.
create function queen.seek(
    p_group text, p_queue text, p_partition text, p_to text, p_instant timestamptz, p_offset bigint, p_force boolean)
returns table (partitions_updated bigint, cursor bigint)
language plpgsql security definer
set search_path = queen, pg_temp set plan_cache_mode = force_custom_plan set enable_seqscan = off
as $$
#variable_conflict use_column
declare
    v_queue bigint := _require_queue(p_queue);
    v_one bigint;
    v_group bigint;
    v_rows bigint[];
    v_targets bigint[];
    v_held bigint;
    v_until timestamptz;
    v_now timestamptz := queen.now();
begin
    if p_partition is not null then
        v_one := _require_partition(v_queue, p_queue, p_partition);
    end if;
    perform _require_group(p_group, p_queue);
    if not p_force then
        perform _require_no_members(p_group, 'let them leave, or send force');
    end if;
    -- Lock the queue first, as pushes do: the depth that they count against its maximum is reset below.
    perform from queues q where q.id = v_queue for no key update;
    select g.id into v_group from consumer_groups g where g.queue_id = v_queue and g.name = p_group;
    perform _still_there(found);

    select array_agg(l.partition_id), array_agg(l.target), count(l.held_until), max(l.held_until)
      into v_rows, v_targets, v_held, v_until from (
        select c.partition_id, t.target, _held_until(c, v_now) as held_until
          from partitions p
          join partition_consumers c on c.partition_id = p.id and c.group_id = v_group
         cross join lateral (
               select _seek_target(p.id, p.tail, p.head, p.last_activity, p_to, p_instant, p_offset) as target
               offset 0) t     -- computed once a row
         where p.queue_id = v_queue and (v_one is null or p.id = v_one)
           and _seek_changes(c, t.target)
         order by c.partition_id for no key update of c) l;
    perform _require_free(p_group, p_queue, v_held, v_until, p_force);

    delete from attempts a where a.group_id = v_group and a.partition_id = any(v_rows);
    with aimed as materialized (
        select p.id, p.removed, coalesce(held.head, p.head) as head,
               u.target >= p.head and held.id is null as is_pushed_to,
               case when held.id is null then u.target
                    else _seek_target(p.id, p.tail, held.head, held.last_activity, p_to, p_instant, p_offset)
               end as cursor
          from unnest(v_rows, v_targets) u(id, target)
          join partitions p on p.id = u.id
          left join lateral (
               select h.* from partitions h
                where h.id = u.id and u.target >= p.head for share skip locked) held on true)
    update partition_consumers c
       set committed = a.cursor, completed = _missing_offsets(a.id, v_group, a.cursor, a.head, a.removed),
           passed = nullif(c.passed * int8multirange(int8range(null, a.cursor)), '{}'),
           ready = a.is_pushed_to or a.head > a.cursor, rest_until = null,
           oldest_at = _oldest_at(c.partition_id, a.cursor, c.oldest_at),
           released_at = case when c.lease_id is null then c.released_at else v_now end,
           lease_id = null, batch_end = null, handed = null, batch_limit = null,
           last_lease_id = null, last_committed = null, last_completed = null,
           failing = false, redelivered = null, skip_before = null
      from aimed a
     where c.partition_id = a.id and c.group_id = v_group;
    get diagnostics partitions_updated = row_count;
    update queues q set depth_bound = null where q.id = v_queue and q.depth_bound is not null;
    select c.committed into cursor from partition_consumers c where c.partition_id = v_one and c.group_id = v_group;
    if v_one is not null and not found then
        perform _refuse_unfollowed(p_group, p_queue, p_partition);
    end if;
    return next;
end $$;
