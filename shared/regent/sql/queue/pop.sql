-- Hands out the oldest pending messages of a queue (or of one of its partitions) to a group, under one lease. The last
-- row is no message: it says for how many seconds the lease runs, and until when.
--
-- Most pops go the short way, three statements: find the partition and hold its row (_plain_lane.sql); return the
-- messages; write the lease.
--
-- p_per_partition: no partition gives more messages than that, so that one deep partition does not take the whole
-- batch.
-- p_client: the name that the consumer gave itself; it is written with the lease, and decides nothing.
-- p_repeat: not null where the client made the lease's id, as the key of this pop; true where it asks again, because
-- it got no answer (_leased_again.sql).
--
-- All else goes to _pop_any.sql, which finds the held row again: a group's first pop, several partitions or a named
-- one, automatic acks, options by which messages wait or expire, rests that are over, an expired lease, messages that
-- failed or come again, and an answer that may be too large.
create function queen.pop(
    p_queue text, p_partition text, p_group text, p_batch integer, p_partitions integer, p_auto_ack boolean,
    p_lease uuid, p_max_bytes bigint, p_mode text, p_from timestamptz, p_lease_seconds integer default null,
    p_repeat boolean default null, p_per_partition integer default null, p_client text default null)
returns table (
    queue text, namespace text, task text, partition_id bigint, partition text, "offset" bigint, id uuid,
    transaction_id text, trace_id uuid, key text, headers text, payload text, is_encrypted boolean,
    producer_sub text, created_at timestamptz, delivery integer, failed_attempts integer,
    lease_seconds integer, lease_expires_at timestamptz)
language plpgsql security definer
set search_path = queen, pg_temp set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
#variable_conflict use_column
declare
    v_now timestamptz := queen.now();
    v_lane record;
    v_handed integer;
begin
    if p_repeat is not null then
        perform _lock_key(p_lease, 4447);
        if p_repeat then
            return query select * from _leased_again(p_queue, p_partition, '', '', p_group, p_lease);
            if found then
                return;
            end if;
        end if;
    end if;
    if p_partition is null and p_partitions = 1 and not p_auto_ack then
        v_lane := _plain_lane(p_queue, p_group, least(p_batch, p_per_partition), p_max_bytes, p_lease_seconds, v_now);
        if v_lane.empty then
            return;
        end if;
        if v_lane.first is not null then
            return query
            select p_queue, v_lane.namespace, v_lane.task, m.partition_id, v_lane.partition, m."offset", m.id,
                   coalesce(m.transaction_text, m.transaction_key::text), m.trace_id, m.key, m.headers::text,
                   m.payload::text, m.is_encrypted, m.producer_sub, m.created_at, 1, 0, null::integer, null::timestamptz
              from messages m
             where m.partition_id = v_lane.partition_id and m."offset" >= v_lane.first and m."offset" < v_lane.upto
             order by m."offset";
            -- Fewer than the offsets promise, when messages were deleted. None: then the cursor has to move on.
            get diagnostics v_handed = row_count;
            if v_handed > 0 then
                update partition_consumers c
                   set lease_id = p_lease, leased_at = v_now, released_at = null,
                       lease_expires_at = v_now + make_interval(secs => v_lane.lease_seconds),
                       committed = v_lane.first, batch_end = v_lane.upto, handed = v_handed, lease_shared = false,
                       lease_client = p_client, popped = c.popped + v_handed
                 where c.partition_id = v_lane.partition_id and c.group_id = v_lane.group_id;
                lease_seconds := v_lane.lease_seconds;
                lease_expires_at := v_now + make_interval(secs => v_lane.lease_seconds);
                return next;
                return;
            end if;
        end if;
    end if;
    return query
    select * from _pop_any(
        p_queue, p_partition, p_group, p_batch, p_partitions, p_auto_ack, p_lease, p_max_bytes, p_mode, p_from,
        p_lease_seconds, p_per_partition, p_client);
end $$;
