-- Says what `clear_queue` (p_verb `clear`), `delete_partition` (`delete`, with a partition) or `delete_queue`
-- (`delete`) would do, without doing it: no row is written or locked. To the groups it is a seek to the end. A row for
-- each group, those with leases first; one without a group if there is none. The sums are on each of them.
--
-- It looks at p_most partitions, at p_most places of groups in them, and at as many dead letters; at_least: there are
-- more.
create function queen.preview_removal(p_queue text, p_partition text, p_verb text, p_most bigint)
returns table (
    existed boolean, deleted_messages bigint, partitions bigint, dead_letters bigint, at_least boolean,
    queue text, consumer_group text, skipped bigint, again bigint, held bigint, held_until timestamptz)
language plpgsql stable security definer
set search_path = queen, pg_temp set plan_cache_mode = force_custom_plan
as $$
#variable_conflict use_column
declare
    v_queue queues;
    v_one bigint;
    v_groups bigint[];
    v_places bigint;    -- partitions in which the groups' places are looked at
begin
    select q.* into v_queue from queues q where q.name = p_queue;
    existed := found;
    if not existed and (p_verb = 'clear' or p_partition is not null) then
        perform _require_queue(p_queue);
    end if;
    if p_verb = 'delete' and p_partition is not null then
        perform _require_deletable(v_queue);
    end if;
    if p_partition is not null then
        v_one := _require_partition(v_queue.id, p_queue, p_partition);
    end if;
    v_groups := array(select g.id from consumer_groups g where g.queue_id = v_queue.id);
    v_places := greatest(1, p_most / greatest(1, cardinality(v_groups)));
    partitions := case when v_one is null then coalesce(v_queue.partition_count, 0) else 1 end;
    select coalesce(sum(p.head - p.tail - p.removed), 0) into deleted_messages
      from (select o.head, o.tail, o.removed from partitions o
             where o.queue_id = v_queue.id and (v_one is null or o.id = v_one)
             order by o.queue_id, o.name limit p_most) p;
    select count(*) into dead_letters
      from (select from dead_letter_queue d
             where p_verb = 'delete' and v_one is null and d.group_id = any(v_groups)
             union all
            select from dead_letter_queue d where p_verb = 'delete' and d.partition_id = v_one
             limit p_most + 1) d;
    at_least := partitions > p_most or dead_letters > p_most
                or partitions > v_places and v_groups <> '{}';
    dead_letters := least(dead_letters, p_most);
    return query
    select existed, deleted_messages, partitions, dead_letters, at_least, p_queue, moved.name, moved.skipped,
           moved.again, moved.held, moved.held_until
      from (values (1)) always(one)
      left join (
           select g.name, m.* from _moved_delivery(v_queue.id, v_one, null, 'end', null, null, v_places) m
             join consumer_groups g on g.id = m.group_id) moved on true
     order by moved.held > 0 desc, moved.skipped desc, moved.name;
end $$;
