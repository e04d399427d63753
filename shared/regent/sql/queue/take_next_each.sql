-- queen.take_next for several requests that take from one queue for one group: first what ack_lanes does, then what
-- pop_each does, in one commit. p_lanes has a lane of each request that answers for messages; p_leases has one of each.
--
-- The first row has the outcomes of the acks, [[lane, index, …], …]. The other rows are those of pop_each; one without
-- a lease says for whom nobody has looked. Their acks count all the same.
--
-- As in take_next, all acks come before the first pop: the acks wait for rows, in the order that everybody keeps, and
-- a pop waits for none. It subscribes nobody (p_mode is null). p_max_bytes bounds the messages and the names in the
-- outcomes. p_keyed: the leases are keys; they are locked before any row, and in one order, as pop_each does.
create function queen.take_next_each(
    p_lanes jsonb, p_queue text, p_group text, p_batch integer, p_leases uuid[], p_max_bytes bigint,
    p_lease_seconds integer, p_keyed boolean, p_clients text[])
returns table (
    acked jsonb, lease uuid, queue text, namespace text, task text, partition_id bigint, partition text, "offset" bigint,
    id uuid, transaction_id text, trace_id uuid, key text, headers text, payload text, is_encrypted boolean,
    producer_sub text, created_at timestamptz, delivery integer, failed_attempts integer,
    lease_seconds integer, lease_expires_at timestamptz)
language plpgsql security definer
set search_path = queen, pg_temp set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
    v_names bigint;             -- bytes of the names in the outcomes of one request, at most
begin
    if p_keyed then
        perform _lock_key(k, 4447) from (select k from unnest(p_leases) k order by k) keys;
    end if;
    select jsonb_agg(jsonb_build_array(r.lane, r.index, r.success, r.repeated, r.code, r.dead, r.released, r.holder,
                                       r.queue, r.partition)),
           coalesce(max(6 * octet_length(concat(r.queue, r.partition, r.holder))
                        * jsonb_array_length(p_lanes -> r.lane - 1 -> 'i')), 0)
      into acked, v_names from ack_lanes(p_lanes) r;
    return next;
    return query
    select null::jsonb, e.* from pop_each(p_queue, p_group, p_batch, p_leases, p_max_bytes - v_names, null, null,
                                          p_lease_seconds, null, p_clients) e;
end $$;
