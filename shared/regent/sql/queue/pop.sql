-- Hands out the oldest pending messages of a queue (or of one of its partitions) to a group, under one lease.
--
-- Most pops go the short way, three statements: find queue, group and the group's oldest ready partition, and hold
-- its row (SKIP LOCKED, judged under the lock); return the messages; write the lease. What the partition says of its
-- messages (`largest`, `delayed_until`) makes a look at each of them needless. It is read in the snapshot in which the
-- row was found, as the head is, so it covers every message before that head.
--
-- All else goes to _pop_any.sql, which finds the held row again: a group's first pop, several partitions or a named
-- one, automatic acks, options by which messages wait or expire, rests that are over, an expired lease, messages that
-- failed or come again, and an answer that may be too large.
create function queen.pop(
    p_queue text, p_partition text, p_group text, p_batch integer, p_partitions integer, p_auto_ack boolean,
    p_lease uuid, p_max_bytes bigint, p_mode text, p_from timestamptz)
returns table (
    queue text, namespace text, task text, partition_id bigint, partition text, "offset" bigint, id uuid,
    transaction_id text, trace_id uuid, key text, headers text, payload text, is_encrypted boolean,
    producer_sub text, created_at timestamptz, delivery integer, failed_attempts integer)
language plpgsql security definer
set search_path = queen, pg_temp set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
#variable_conflict use_column
declare
    v_now timestamptz := queen.now();
    v_namespace text;
    v_task text;
    v_lease_time integer;
    v_group bigint;
    v_due boolean;              -- a rest is over
    v_partition bigint;
    v_name text;
    v_plain boolean;
    v_envelope integer;         -- bytes of the answer around each payload (_pop_any.sql)
    v_largest bigint;
    v_first bigint;
    v_upto bigint;
    v_handed integer;
begin
    if p_partition is null and p_partitions = 1 and not p_auto_ack then
        select q.namespace, q.task, q.lease_time, g.id,
               exists (select from partition_consumers r where r.group_id = g.id and r.rest_until <= v_now),
               p.id, p.name, c.plain and (p.delayed_until is null or p.delayed_until <= v_now),
               720 + 6 * octet_length(p_queue || p_group || q.namespace || q.task || p.name), p.largest,
               greatest(c.committed, p.tail),
               least(greatest(c.committed, p.tail) + least(p_batch, c.batch_limit), p.head)
          into v_namespace, v_task, v_lease_time, v_group, v_due, v_partition, v_name, v_plain, v_envelope, v_largest,
               v_first, v_upto
          from queues q
          join consumer_groups g on g.queue_id = q.id and g.name = p_group
          left join lateral (
              select c.partition_id, c.committed, c.batch_limit,
                     c.lease_id is null and c.completed is null and c.redelivered is null and not c.failing
                         and c.skip_before is null as plain
                from partition_consumers c
               where c.group_id = g.id and c.ready and not c.assigned
                 and (c.lease_id is null or c.lease_expires_at <= v_now)
               order by c.oldest_at, c.partition_id limit 1 for no key update skip locked) c on true
          left join partitions p on p.id = c.partition_id
         where q.name = p_queue and q.window_buffer = 0 and q.ttl = 0 and q.max_wait_time_seconds = 0
           and q.delayed_processing = 0 and not q.pop_maintenance and not (select m.pop from maintenance m)
           and g.whole_queue and not g.has_members and g.paused_at is null;
        if not v_due and v_partition is null then
            return;
        end if;
        if not v_due and v_plain and (v_upto - v_first) * (v_envelope + v_largest) <= p_max_bytes then
            return query
            select p_queue, v_namespace, v_task, m.partition_id, v_name, m."offset", m.id,
                   coalesce(m.transaction_text, m.transaction_key::text), m.trace_id, m.key, m.headers::text,
                   m.payload::text, m.is_encrypted, m.producer_sub, m.created_at, 1, 0
              from messages m
             where m.partition_id = v_partition and m."offset" >= v_first and m."offset" < v_upto
             order by m."offset";
            -- Fewer than the offsets promise, when messages were deleted. None: then the cursor has to move on.
            get diagnostics v_handed = row_count;
            if v_handed > 0 then
                update partition_consumers c
                   set lease_id = p_lease, leased_at = v_now, released_at = null,
                       lease_expires_at = v_now + make_interval(secs => v_lease_time),
                       committed = v_first, batch_end = v_upto, handed = v_handed, lease_shared = false,
                       popped = c.popped + v_handed
                 where c.partition_id = v_partition and c.group_id = v_group;
                return;
            end if;
        end if;
    end if;
    return query
    select * from _pop_any(
        p_queue, p_partition, p_group, p_batch, p_partitions, p_auto_ack, p_lease, p_max_bytes, p_mode, p_from);
end $$;
