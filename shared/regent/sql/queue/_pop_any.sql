-- Hands out the oldest pending messages of a queue (or of one of its partitions) to a group, under one lease: any
-- pop, by the long way. pop.sql has the short way for most of them.
--
-- Each partition is taken with SKIP LOCKED and judged again under its lock. So two consumers never hold one
-- partition, and no consumer waits for another. The cost follows the messages that are handed out: an empty pop is
-- three index probes, whatever the number of partitions. One row of nulls says that there is no such queue.
create function queen._pop_any(
    p_queue text, p_partition text, p_group text, p_batch integer, p_partitions integer, p_auto_ack boolean,
    p_lease uuid, p_max_bytes bigint, p_mode text, p_from timestamptz, p_lease_seconds integer,
    p_per_partition integer, p_client text)
returns table (
    queue text, namespace text, task text, partition_id bigint, partition text, "offset" bigint, id uuid,
    transaction_id text, trace_id uuid, key text, headers text, payload text, is_encrypted boolean,
    producer_sub text, created_at timestamptz, delivery integer, failed_attempts integer,
    lease_seconds integer, lease_expires_at timestamptz)
language plpgsql as $$
#variable_conflict use_column
declare
    v_found record;
    v_what text := coalesce('partition ' || p_partition || ' of ', '') || 'queue ' || p_queue;
    v_waited boolean := false;
    v_recorded boolean;
    v_fresh boolean := false;
    v_queue queues;
    v_group bigint;
    v_one bigint;               -- the partition that the caller named
    v_now timestamptz := queen.now();
    v_row partition_consumers;
    v_claim record;             -- the messages of v_row's partition that can be handed out
    v_left integer := p_batch;
    v_taken integer := 0;
    v_looks integer := 0;       -- partitions that this pop has looked at
    v_bytes bigint := p_max_bytes;
    -- Bytes of the answer around each payload: its keys and ids, the names, and the lease with its partitions.
    v_envelope integer := 700 + 20 * p_partitions + 6 * octet_length(p_queue || p_group);
    v_last_oldest timestamptz := '-infinity';
    v_last_partition bigint := 0;
    v_acked bigint[] := '{}';
begin
    loop
        select q as queue, g.id as group_id, g.whole_queue, g.paused_at is not null as paused, g.has_members,
               q.pop_maintenance or (select m.pop from maintenance m) as closed into v_found
          from queues q left join consumer_groups g on g.queue_id = q.id and g.name = p_group
         where q.name = p_queue;
        exit when found;
        if v_waited then
            perform _record_subscription(p_group, p_queue, coalesce(p_partition, ''), '', '', p_mode, p_from);
            return next;
            return;
        end if;
        perform _refuse_to_subscribe(p_mode, p_group, v_what);
        perform _lock_subscriptions();  -- waits for a transaction that is making the queue; then it is there
        v_waited := true;
    end loop;
    v_queue := v_found.queue;
    p_lease_seconds := coalesce(p_lease_seconds, v_queue.lease_time);
    v_envelope := v_envelope + 6 * octet_length(v_queue.namespace || v_queue.task);
    v_group := v_found.group_id;
    if v_found.has_members then
        perform _require_no_members(p_group, 'pop as another group', p_mode is not null);
    end if;
    if p_partition is not null then
        select p.id into v_one from partitions p where p.queue_id = v_queue.id and p.name = p_partition;
        v_recorded := p_group = '__QUEUE_MODE__' and coalesce(p_mode, 'all') = 'all' or exists (
            select from consumer_groups_metadata m where m.consumer_group = p_group and m.queue_name = p_queue
               and m.partition_name = p_partition and m.namespace = '' and m.task = '');
        if v_one is null and not v_recorded then
            perform _refuse_to_subscribe(p_mode, p_group, v_what);
            -- A transaction that makes the partition holds the queue: either it finds this group's record, or this
            -- pop finds the partition.
            perform from queues q where q.id = v_queue.id for no key update;
            select p.id into v_one from partitions p where p.queue_id = v_queue.id and p.name = p_partition;
        end if;
        if not v_recorded and p_mode is not null then
            v_fresh := _record_subscription(p_group, p_queue, p_partition, '', '', p_mode, p_from);
        end if;
        if v_one is null then
            return;
        end if;
        if v_group is null or not exists (
            select from partition_consumers c where c.partition_id = v_one and c.group_id = v_group)
        then
            perform _refuse_to_subscribe(p_mode, p_group, v_what);
            v_group := _subscribe(v_queue, p_group, p_partition, p_mode, p_from, v_fresh);
        end if;
    elsif v_found.whole_queue is not true then
        perform _refuse_to_subscribe(p_mode, p_group, v_what);
        v_group := _subscribe(v_queue, p_group, null, p_mode, p_from, _record_subscription(
            p_group, p_queue, '', '', '', p_mode, p_from));
    end if;
    -- A closed queue and a paused group hand out nothing; the subscription counts from this pop all the same.
    if v_found.closed or v_found.paused
       or v_group is distinct from v_found.group_id and exists (
              select from consumer_groups g where g.id = v_group and g.paused_at is not null)
    then
        return;
    end if;

    -- Bound: 100 rows a pop, those due longest first. The next pop wakes the next ones, so that none pays for all.
    if v_one is null then
        update partition_consumers c set ready = true, rest_until = null
          from (select r.partition_id from partition_consumers r
                 where r.group_id = v_group and r.rest_until <= v_now
                 order by r.rest_until limit 100 for no key update skip locked) due
         where c.partition_id = due.partition_id and c.group_id = v_group;
    else
        update partition_consumers c set ready = true, rest_until = null
          from (select r.partition_id from partition_consumers r
                 where r.partition_id = v_one and r.group_id = v_group and r.rest_until <= v_now
                   for no key update skip locked) due
         where c.partition_id = due.partition_id and c.group_id = v_group;
    end if;

    -- Bound: 500 partitions a pop. A partition that must rest is put to rest on the way, and that is committed:
    -- the next pop goes on behind it. Without the bound, 500,000 delayed partitions would outlast the statement's
    -- timeout, and each pop would begin anew.
    while v_left > 0 and v_taken < p_partitions and v_bytes > 0 and v_looks < 500 loop
        v_looks := v_looks + 1;
        if p_partition is null then
            select c.* into v_row from partition_consumers c
             where c.group_id = v_group and c.ready and not c.assigned
               and (c.oldest_at, c.partition_id) > (v_last_oldest, v_last_partition)
               and c.partition_id <> all(v_acked)
               and (c.lease_id is null or c.lease_expires_at <= v_now)
             order by c.oldest_at, c.partition_id limit 1 for no key update skip locked;
        else
            select c.* into v_row from partition_consumers c
             where c.partition_id = v_one and c.group_id = v_group and c.ready and not c.assigned
               and (c.lease_id is null or c.lease_expires_at <= v_now)
               and v_last_partition = 0
             for no key update skip locked;
        end if;
        exit when not found;
        v_last_oldest := v_row.oldest_at;
        v_last_partition := v_row.partition_id;

        v_claim := _claimable(v_queue, v_row, least(v_left, p_per_partition), v_now, v_bytes, v_envelope, v_taken = 0,
                              p_partition is null);
        exit when v_claim.handed is null;
        continue when v_claim.handed = 0 or v_claim.alone and v_taken > 0 and not p_auto_ack;

        return query
        select v_queue.name, v_queue.namespace, v_queue.task, m.partition_id, v_claim.name, m."offset", m.id,
               coalesce(m.transaction_text, m.transaction_key::text), m.trace_id, m.key, m.headers::text,
               m.payload::text, m.is_encrypted, m.producer_sub, m.created_at,
               1 + case when v_claim.redelivered is null then 0
                        else _deliveries(v_claim.redelivered, m."offset") end,
               coalesce((select a.attempts from attempts a
                          where v_claim.failing and a.partition_id = m.partition_id
                            and a.group_id = v_group and a."offset" = m."offset"), 0), null::integer, null::timestamptz
          from messages m
         where m.partition_id = v_row.partition_id and m."offset" >= v_claim.first and m."offset" < v_claim.upto
           and (v_claim.completed is null or not v_claim.completed @> m."offset")
         order by m."offset";

        if p_auto_ack then
            select c.* into v_row from partition_consumers c
             where c.partition_id = v_row.partition_id and c.group_id = v_group;
            v_row.committed := v_claim.upto;
            v_row.last_consumed_at := v_now;
            v_row.popped := v_row.popped + v_claim.handed;
            v_row.acked := v_row.acked + v_claim.handed;
            v_row.batch_limit := _grown_batch_limit(v_row.batch_limit);
            v_acked := v_acked || v_row.partition_id;   -- perhaps ready again, but this pop has taken from it
            perform _settle(v_row, null);
        else
            update partition_consumers c
               set lease_id = p_lease, leased_at = v_now, released_at = null,
                   lease_expires_at = v_now + make_interval(secs => p_lease_seconds),
                   committed = v_claim.first, batch_end = v_claim.upto, handed = v_claim.handed,
                   lease_shared = p_partitions > 1 and p_batch > 1 and not v_claim.alone, lease_client = p_client,
                   popped = c.popped + v_claim.handed
             where c.partition_id = v_row.partition_id and c.group_id = v_group;
        end if;
        v_left := v_left - v_claim.handed;
        v_bytes := v_bytes - v_claim.bytes;
        v_taken := v_taken + 1;
        exit when v_claim.alone and not p_auto_ack;
    end loop;
    if v_taken > 0 and not p_auto_ack then
        lease_seconds := p_lease_seconds;
        lease_expires_at := v_now + make_interval(secs => p_lease_seconds);
        return next;
    end if;
end $$;
