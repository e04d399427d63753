-- Answers for messages (ack), then takes the next ones for the same group (pop), in one commit.
--
-- The acks come as ack_lane takes them (p_keys and the parameters beside it) or as ack does (p_lanes). p_queue is
-- null for a pop by labels. The first row has the outcomes of the acks, [[lane, index, …], …] as ack returns them.
-- The other rows are pop's.
--
-- The pop is a statement of its own after the acks, so it sees what they freed: perhaps the same partition again.
-- The order of locks holds: the acks lock one row, or all of theirs in order, and the pop waits for none. It takes
-- free rows, and without a mode it subscribes nobody (_refuse_to_subscribe.sql). Where it raises, nothing has
-- happened, and the caller sends the acks alone.
--
-- p_max_bytes bounds the messages and the names in the outcomes; the caller has counted the rest of the outcomes.
-- Beside so many outcomes that less than c_room is left, one large message would not fit, so nothing is taken.
--
-- p_repeat, p_per_partition, p_client: as in pop.sql. A request that is repeated brings its acks again, which are recognised.
--
-- A whole lease and a plain pop go their short ways, whose text is that of ack_lane and pop: a call of those two would
-- cost a sixth of this one.
create function queen.take_next(
    p_acked bigint, p_acked_lease uuid, p_indexes integer[], p_keys uuid[], p_up_to boolean,
    p_lanes jsonb,
    p_queue text, p_partition text, p_namespace text, p_task text,
    p_group text, p_batch integer, p_partitions integer, p_lease uuid, p_max_bytes bigint,
    p_lease_seconds integer, p_repeat boolean, p_per_partition integer, p_client text default null)
returns table (
    acked jsonb, queue text, namespace text, task text, partition_id bigint, partition text, "offset" bigint, id uuid,
    transaction_id text, trace_id uuid, key text, headers text, payload text, is_encrypted boolean,
    producer_sub text, created_at timestamptz, delivery integer, failed_attempts integer,
    lease_seconds integer, lease_expires_at timestamptz)
language plpgsql security definer
set search_path = queen, pg_temp set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
#variable_conflict use_column
declare
    c_room constant integer := 1000000;
    v_now timestamptz;
    v_names bigint;             -- bytes of the names in the outcomes
    v_lane record;
    v_handed integer;
begin
    if p_repeat is not null then
        perform _lock_key(p_lease, 4447);
    end if;
    if p_keys is not null then
        v_lane := _complete_lane(p_acked, p_group, p_acked_lease, p_keys, p_up_to);
        if v_lane.partition is not null then
            acked := jsonb_build_array(jsonb_build_array(
                1, null, true, false, null, false, true, null, v_lane.queue, v_lane.partition));
            v_names := cardinality(p_keys) * 6 * octet_length(v_lane.queue || v_lane.partition);
        else
            p_lanes := jsonb_build_array(jsonb_build_object(
                'p', p_acked, 'g', p_group, 'l', p_acked_lease, 'i', p_indexes, 't', p_keys, 'u', p_up_to));
        end if;
    end if;
    if acked is null then
        select jsonb_agg(jsonb_build_array(r.lane, r.index, r.success, r.repeated, r.code, r.dead, r.released, r.holder,
                                           r.queue, r.partition)),
               coalesce(sum(6 * octet_length(concat(r.queue, r.partition, r.holder))
                            * case when r.index is null then jsonb_array_length(p_lanes -> r.lane - 1 -> 'i') else 1 end), 0)
          into acked, v_names from ack(p_lanes) r;
    end if;
    return next;
    p_max_bytes := p_max_bytes - v_names;
    if p_max_bytes < c_room then
        return;
    end if;

    if p_repeat then
        return query select null::jsonb, n.* from _leased_again(p_queue, p_partition, p_namespace, p_task, p_group, p_lease) n;
        if found then
            return;
        end if;
    end if;
    if p_queue is null then
        return query
        select null::jsonb, n.* from pop_matching(p_namespace, p_task, p_group, p_batch, p_partitions, false, p_lease,
                                                  p_max_bytes, null, null, p_lease_seconds, null, p_per_partition,
                                                  p_client) n;
        return;
    end if;
    if p_partition is null and p_partitions = 1 then
        v_now := queen.now();
        v_lane := _plain_lane(p_queue, p_group, least(p_batch, p_per_partition), p_max_bytes, p_lease_seconds, v_now);
        if v_lane.empty then
            return;
        end if;
        if v_lane.first is not null then
            return query
            select null::jsonb, p_queue, v_lane.namespace, v_lane.task, m.partition_id, v_lane.partition, m."offset", m.id,
                   coalesce(m.transaction_text, m.transaction_key::text), m.trace_id, m.key, m.headers::text,
                   m.payload::text, m.is_encrypted, m.producer_sub, m.created_at, 1, 0, null::integer, null::timestamptz
              from messages m
             where m.partition_id = v_lane.partition_id and m."offset" >= v_lane.first and m."offset" < v_lane.upto
             order by m."offset";
            get diagnostics v_handed = row_count;
            if v_handed > 0 then
                update partition_consumers c
                   set lease_id = p_lease, leased_at = v_now, released_at = null,
                       lease_expires_at = v_now + make_interval(secs => v_lane.lease_seconds),
                       committed = v_lane.first, batch_end = v_lane.upto, handed = v_handed, lease_shared = false,
                       lease_client = p_client, popped = c.popped + v_handed
                 where c.partition_id = v_lane.partition_id and c.group_id = v_lane.group_id;
                acked := null;
                lease_seconds := v_lane.lease_seconds;
                lease_expires_at := v_now + make_interval(secs => v_lane.lease_seconds);
                return next;
                return;
            end if;
        end if;
    end if;
    return query
    select null::jsonb, n.* from _pop_any(p_queue, p_partition, p_group, p_batch, p_partitions, false, p_lease, p_max_bytes,
                                          null, null, p_lease_seconds, p_per_partition, p_client) n;
end $$;
