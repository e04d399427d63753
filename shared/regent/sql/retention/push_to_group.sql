-- Stores archived messages again for one group alone: pushes them, and in the same transaction counts them as completed
-- for every other group that follows their partitions. Groups that come later, or seek back, never get them either
-- (queue/tables/reserved_offsets.sql). The parameters are those of push; all lanes are of one queue. Returns the
-- duplicates, as push does.
--
-- Raises RG008 if the group does not follow the queue, or one of the partitions. Raises RG005 for a topic: members
-- read it by offset, so nothing can be kept from them.
--
-- The queue, the partitions and all their consumers' rows are locked before the push locks some of them, in the order
-- of all routines.
create function queen.push_to_group(
    p_group text, p_lanes jsonb, p_of integer[], p_places integer[], p_ids uuid[], p_keys uuid[], p_payloads text,
    p_more jsonb, p_producer text)
returns jsonb
language plpgsql security definer
set search_path = queen, pg_temp set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
    v_queue queues;
    v_group bigint;
    v_ids bigint[];
    v_heads bigint[];
    v_duplicates jsonb;
    v_at record;
    v_row partition_consumers;
begin
    select q.* into v_queue from queues q where q.id = _require_queue(p_lanes -> 0 ->> 'q') for no key update;
    perform _still_there(found);
    perform _require_group(p_group, v_queue.name);
    if v_queue.fixed_partitions > 0 then
        raise exception 'queue % has a fixed number of partitions, and members of any group may read them; replay into another queue',
            v_queue.name using errcode = 'RG005', detail = jsonb_build_object('queue', v_queue.name)::text;
    end if;
    select g.id into v_group from consumer_groups g where g.queue_id = v_queue.id and g.name = p_group;
    perform _create_lanes(p_lanes);
    select array_agg(l.id), array_agg(l.head) into v_ids, v_heads from (
        select p.id, p.head from jsonb_to_recordset(p_lanes) as w(p text)
          join partitions p on p.queue_id = v_queue.id and p.name = coalesce(w.p, 'Default')
         order by p.id for no key update of p) l;
    perform from partition_consumers c
      where c.partition_id = any(v_ids) order by c.partition_id, c.group_id for no key update;
    for v_at in
        select p.name from partitions p
         where p.id = any(v_ids)
           and not exists (select from partition_consumers c where c.partition_id = p.id and c.group_id = v_group)
         order by p.id limit 1
    loop
        perform _refuse_unfollowed(p_group, v_queue.name, v_at.name);
    end loop;

    select s.duplicates into v_duplicates
      from push(p_lanes, p_of, p_places, p_ids, p_keys, p_payloads, p_more, p_producer) s limit 1;

    for v_at in
        select p.id, u.head as first, p.head as upto
          from unnest(v_ids, v_heads) u(id, head) join partitions p on p.id = u.id and p.head > u.head
         order by p.id
    loop
        update reserved_offsets r set to_offset = v_at.upto
         where r.partition_id = v_at.id and r.to_offset = v_at.first and r.group_id = v_group;
        if not found then
            insert into reserved_offsets (partition_id, from_offset, to_offset, group_id)
            values (v_at.id, v_at.first, v_at.upto, v_group);
        end if;
        for v_row in
            select c.* from partition_consumers c
             where c.partition_id = v_at.id and c.group_id <> v_group order by c.group_id
        loop
            perform _pass_reserved(v_row, v_at.first, v_at.upto);
        end loop;
    end loop;
    return v_duplicates;
end $$;
