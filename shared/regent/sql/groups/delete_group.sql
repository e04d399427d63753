-- Deletes a group, on one queue or on all: cursors, failed attempts, dead letters, members and registration. With
-- p_records it also deletes the group's subscriptions and, on all queues, its pause. Raises RG013 while it holds a
-- live lease and RG107 while it has members, unless p_force. Registration and members must go with the cursors.
-- Otherwise the cursors that the next pop makes would be assigned to members and popped by others as well.
--
-- Returns what was deleted, and the record by which the group's next pop on that one queue starts. Without such a
-- record the group starts as that pop asks.
create function queen.delete_group(p_group text, p_queue text, p_records boolean, p_force boolean)
returns table (
    partitions bigint, dead_letters bigint, subscriptions bigint, subscriptions_kept bigint,
    next_mode text, next_timestamp text)
language plpgsql security definer set search_path = queen, pg_temp as $$
#variable_conflict use_column
declare
    v_groups bigint[];
    v_held bigint;
    v_until timestamptz;
    v_now timestamptz := queen.now();
begin
    -- A session that makes a queue or a partition reads these records. With this lock it is either done or comes
    -- after.
    perform _lock_subscriptions();
    if not p_force then
        perform _require_no_members(p_group, 'let them leave, or send force');
    end if;
    select array_agg(l.id) into v_groups from (
        select g.id from consumer_groups g join queues q on q.id = g.queue_id
         where g.name = p_group and (p_queue is null or q.name = p_queue)
         order by q.id for no key update of q) l;
    delete from member_groups g using queues q
     where q.id = g.queue_id and g.name = p_group and (p_queue is null or q.name = p_queue);
    select count(*), count(l.held_until), max(l.held_until) into partitions, v_held, v_until from (
        select _held_until(c, v_now) as held_until
          from consumer_groups g
          join partitions p on p.queue_id = g.queue_id
          join partition_consumers c on c.partition_id = p.id and c.group_id = g.id
         where g.id = any(v_groups)
         order by c.partition_id, c.group_id for update of c) l;
    perform _require_free(p_group, p_queue, v_held, v_until, p_force);
    select count(*) into dead_letters from dead_letter_queue d where d.group_id = any(v_groups);
    update queues q set depth_bound = null
     where q.depth_bound is not null
       and q.id in (select g.queue_id from consumer_groups g where g.id = any(v_groups));
    delete from consumer_groups g where g.id = any(v_groups);

    subscriptions := 0;
    if p_records then
        delete from consumer_groups_metadata m
         where m.consumer_group = p_group and (p_queue is null or m.queue_name = p_queue);
        get diagnostics subscriptions = row_count;
        delete from paused_groups d where p_queue is null and d.consumer_group = p_group;
    end if;
    select count(*) into subscriptions_kept from consumer_groups_metadata m
     where m.consumer_group = p_group and (p_queue is null or m.queue_name = p_queue);
    select m.subscription_mode, _instant(m.subscription_timestamp) into next_mode, next_timestamp
      from (select p_queue where p_queue is not null) named(queue)
      left join queues q on q.name = named.queue
     cross join lateral _subscription(
                p_group, named.queue, '', coalesce(q.namespace, ''), coalesce(q.task, '')) m;
    return next;
end $$;
