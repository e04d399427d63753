-- Answers for messages that were handed out: completed, failed, retry or dlq.
--
-- p_lanes has one element per (partition, group):
--   {"p": partition, "g": group, "l": lease or null, "i": [index, …], "t": [transaction key, …]}   all completed
--   {"p": partition, "g": group, "l": lease or null, "i": [index], "t": [transaction key], "u": true}
--                                                                                          all completed up to this one
--   {"p": partition, "g": group, "acks": [{"i", "t", "s": status, "l", "e": error, "u": up to, "d": delay}, …]}
--                                                                                                   any verdicts
--   {"p": partition, "g": group, "l": lease, "i": [index], "f": true, "e": error, "d": delay}
--                                                                     the batch failed as a whole (_fail_batch.sql)
-- Returns a row for each ack. A lane (counted from 1) of which every ack was accepted may have one row without an
-- index.
--
-- A lease is a fence: it is compared under the row's lock, in the transaction that moves the cursor.
-- p_locked: the caller holds the leased rows already. For several lanes, this call locks them first, in one order
-- (_lock_consumers). In both cases no row is waited for below, because that would break the order.
create function queen.ack(p_lanes jsonb, p_locked boolean default false)
returns table (lane integer, index integer, success boolean, repeated boolean, code text, dead boolean, released boolean,
               holder text, queue text, partition text)
language plpgsql security definer
set search_path = queen, pg_temp set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
#variable_conflict use_column
declare
    v_lane record;
    v_row partition_consumers;
    v_queue queues;
    v_queue_id bigint;
    v_group bigint;
    v_partition text;
    v_now timestamptz := queen.now();
    v_first bigint;
    v_last bigint;
    v_count integer;
begin
    if jsonb_array_length(p_lanes) > 1 and not p_locked then
        perform _lock_consumers(p_lanes, '[]', '{}');
        p_locked := true;
    end if;
    for v_lane in
        select l.* from rows from (jsonb_to_recordset(p_lanes)
                                       as (p bigint, g text, l uuid, i integer[], t uuid[], u boolean, acks jsonb,
                                           f boolean, e text, d double precision))
                        with ordinality l(p, g, l, i, t, u, acks, f, e, d, lane)
    loop
        v_row := null;
        v_queue := null;
        select p.name, p.queue_id into v_partition, v_queue_id from partitions p where p.id = v_lane.p;
        if found then
            select q.* into v_queue from queues q where q.id = v_queue_id;
            select g.id into v_group from consumer_groups g where g.queue_id = v_queue_id and g.name = v_lane.g;
            if p_locked then
                select c.* into v_row from partition_consumers c
                 where c.partition_id = v_lane.p and c.group_id = v_group and c.lease_id is not null
                   for no key update skip locked;
            else
                select c.* into v_row from partition_consumers c
                 where c.partition_id = v_lane.p and c.group_id = v_group and c.lease_id is not null
                   for no key update;
            end if;
            if not found then   -- nothing to change (a lease that began just now is another's), but to answer
                select c.* into v_row from partition_consumers c
                 where c.partition_id = v_lane.p and c.group_id = v_group;
                v_row.lease_id := null;
            end if;
        end if;
        if v_lane.f then
            return query
            select v_lane.lane::integer, v_lane.i[1], b.*, v_queue.name, v_partition
              from _fail_batch(v_queue, v_row, v_lane.p, v_lane.l, v_lane.e, v_lane.d, v_now) b;
            continue;
        end if;
        if v_lane.acks is null and v_lane.u is not true and v_row.completed is null
           and v_row.lease_expires_at > v_now and v_row.lease_id = coalesce(v_lane.l, v_row.lease_id)
           and cardinality(v_lane.t) = v_row.handed
        then
            -- The common case: every message that the lease handed out, at once.
            select count(distinct m."offset"), min(m."offset"), max(m."offset") into v_count, v_first, v_last
              from unnest(v_lane.t) a(t)
              join messages m on m.partition_id = v_lane.p and m.transaction_key = a.t;
            if v_count = v_row.handed and v_first >= v_row.committed and v_last < v_row.batch_end then
                v_row.committed := v_row.batch_end;
                v_row.batch_limit := _grown_batch_limit(v_row.batch_limit);
                v_row.last_consumed_at := v_now;
                v_row.acked := v_row.acked + v_row.handed;
                perform _settle(v_row, null);
                return query
                select v_lane.lane::integer, null::integer, true, false, null::text, false, true, null::text, v_queue.name,
                       v_partition;
                continue;
            end if;
        end if;
        return query
        select v_lane.lane::integer, r.*, v_queue.name, v_partition
          from _ack_each(v_queue, v_row, v_lane.p, coalesce(v_lane.acks, (
                   select jsonb_agg(jsonb_build_object('i', a.i, 't', a.t, 's', 'completed', 'l', v_lane.l,
                                                       'u', v_lane.u))
                     from unnest(v_lane.i, v_lane.t) a(i, t))), v_now) r;
    end loop;
end $$;
