-- Appends dead letters as new messages, and takes them off the list: all of a chunk, or none. They go to the
-- partitions in which they died, or to partitions of the same names in another queue. All letters of one message,
-- of whatever groups, make one message. It is pushed like any other, to every group of its queue; its headers say
-- where it comes from.
--
-- p_filter:  which letters (_redrive_scope, _matching_dead_letters), with ids up to p_newest (null: all that are
--            there now), after a position (partition, offset)
-- p_ids:     ids for the new messages, which are their transaction ids too: as many as may be moved
-- p_sealed:  ciphertexts by letter, for a queue that stores nothing else
-- Returns a row for each new message, with the position that it came from.
--
-- Locks are taken in the order of all routines: queue, partitions by id, consumers' rows. The letters come last,
-- and no session waits for them. Two redrives to one queue take turns. Of two redrives to different queues, each
-- leaves out the letters that the other holds.
create function queen.redrive(
    p_filter jsonb, p_target text, p_newest bigint, p_after_partition bigint, p_after_offset bigint, p_ids uuid[],
    p_max_bytes bigint, p_sealed jsonb)
returns table (
    partition_id bigint, "offset" bigint, message_id uuid, letters integer,
    source_partition_id bigint, source_offset bigint, newest bigint)
language plpgsql security definer
set search_path = queen, pg_temp set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
#variable_conflict use_column
declare
    v_newest bigint := coalesce(p_newest, (select max(d.id) from dead_letter_queue d), 0);
    v_scope record := _redrive_scope(p_filter);
    v_target text := coalesce(p_target, v_scope.queue);
    v_queue queues;
    v_letters bigint[];
    v_lanes jsonb;
    v_of integer[];         -- each message's lane
    v_sources bigint[];     -- each lane's partition, and the one that it goes to
    v_targets bigint[];
begin
    perform _require_open(jsonb_build_array(jsonb_build_object('q', v_target)));
    perform from queues q where q.name = v_target for no key update;
    with chosen as materialized (
        select * from _letters_to_redrive(p_filter, v_scope, v_newest, p_after_partition, p_after_offset,
                                          cardinality(p_ids), p_max_bytes)),
    counted as materialized (
        select c.partition_id, count(distinct c.nth) as n, row_number() over (order by c.partition_id) as lane
          from chosen c group by c.partition_id)
    select array(select c.id from chosen c),
           array(select c.lane from counted c cross join generate_series(1, c.n) order by c.lane),
           array(select c.partition_id from counted c order by c.lane),
           (select jsonb_agg(jsonb_build_object('q', v_target, 'p', p.name, 'n', c.n) order by c.lane)
              from counted c join partitions p on p.id = c.partition_id)
      into v_letters, v_of, v_sources, v_lanes;
    if v_letters = '{}' then
        return;
    end if;
    v_targets := case when v_target = v_scope.queue then v_sources else _redrive_partitions(v_lanes) end;

    select q.* into v_queue from queues q where q.name = v_target;
    perform _still_there(found);
    if v_queue.encryption_enabled then
        perform _require_sealed(v_queue.name, v_letters, p_sealed);
    end if;
    if v_queue.max_queue_size > 0 then
        perform _reserve_capacity(array[v_queue.id], v_targets, v_of, p_ids[1:cardinality(v_of)]);
    end if;
    perform _still_there(cardinality(v_targets) = (
        select count(*) from (select from partitions p where p.id = any(v_targets)
                               order by p.id for no key update) locked));
    perform _lock_consumers('[]', '[]', v_targets);
    return query
    select *, v_newest from _move_letters(v_letters, v_scope.queue, v_sources, v_targets, p_ids, p_sealed);

    -- A separate statement after the locks: its snapshot sees every consumer that went idle before they were
    -- taken.
    update partition_consumers c
       set ready = true, oldest_at = idle.last_activity
      from (select i.partition_id, i.group_id, p.last_activity
              from unnest(v_targets) u(id)
              join partitions p on p.id = u.id
              join partition_consumers i on i.partition_id = p.id
             where not i.ready and i.rest_until is null and p.head > i.committed
             order by i.partition_id, i.group_id for no key update of i) idle
     where c.partition_id = idle.partition_id and c.group_id = idle.group_id;
end $$;
