-- Claims the partition with the earliest pending message for a worker, and hands out its pending messages of the
-- given types. A message belongs to a partition if it has at least one of the partition's attributes, and the
-- partition's value in every attribute that both have.
--
-- Returns no row if nothing is pending, if every pending partition is claimed, or if the group does not run. A
-- partition whose claim has run out is free for the next claim.
--
-- `more`: the claim found nothing, but the group has not looked through all of the log yet, or scheduled messages
-- have just been appended. The caller asks again.
create function log.claim_next(
    p_group text, p_names text[], p_types text[], p_worker text, p_batch integer, p_seconds double precision,
    p_scope text, p_max_bytes bigint)
returns table (offset_id text, key_pair_ids uuid[], partition_key text, partition_value jsonb, messages json,
               last_position bigint, replaying boolean, conditions json, more boolean)
language plpgsql security definer
set search_path = log, pg_temp set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
#variable_conflict use_column
declare
    v_now timestamptz := queen.now();
    v_group bigint := _running_group(p_group, v_now);
    v_safe bigint;
    v_scan scans;
    v_held scans;
    v_woken boolean;
    v_found record;
    v_offset offsets;
    v_positions bigint[];
    v_json record;
begin
    if v_group is null then
        return;
    end if;
    if _anything_due() and append_due() then
        return query select null::text, null::uuid[], null::text, null::jsonb, null::json, null::bigint, null::boolean,
                            null::json, true;
        return;
    end if;
    v_safe := _safe_position();
    v_scan := _make_scan(v_group, _sorted(p_names), p_types);
    if v_scan.scanned_to < v_safe then
        -- One worker looks through the log. The others take a marked partition, and wait for it only if there is none.
        select s.* into v_held from scans s where s.id = v_scan.id for no key update skip locked;
        if found then
            perform _scan_log(v_held, v_safe, 10000);
        end if;
    end if;
    v_woken := _wake_rested(v_scan.id, v_now);
    v_found := _take_pending(v_scan.id, p_types, p_batch, v_safe, v_now);
    -- A worker that has locked partitions (woken or passed) does not wait for the one that looks: that worker may be
    -- waiting for one of these partitions, and both would deadlock.
    if (v_found.taken).id is null and v_held.id is null and v_scan.scanned_to < v_safe
       and not v_woken and not v_found.passed
    then
        select s.* into v_held from scans s where s.id = v_scan.id for no key update;
        perform _scan_log(v_held, v_safe, 10000);
        v_found := _take_pending(v_scan.id, p_types, p_batch, v_safe, v_now);
    end if;
    v_offset := v_found.taken;
    if v_offset.id is null then
        return query select null::text, null::uuid[], null::text, null::jsonb, null::json, null::bigint, null::boolean,
                            null::json, true from scans s where s.id = v_scan.id and s.scanned_to < v_safe;
        return;
    end if;
    -- Messages that come again after a reset are not handed out together with new ones.
    v_positions := array(select p from unnest(v_found.positions) p
                          where p <= v_offset.replay_until or v_found.positions[1] > v_offset.replay_until);
    v_json := _messages_json(v_positions, p_batch, p_max_bytes);
    update offsets o
       set claimed_by = p_worker, claimed_at = v_now, claimed_until = v_now + make_interval(secs => p_seconds),
           claims = o.claims + 1, handed_to = greatest(o.handed_to, v_json.last_position)
     where o.id = v_offset.id returning o.* into v_offset;
    return query
    select v_offset.id || '.' || v_offset.claims, v_offset.keys, v_offset.partition_key, v_offset.value,
           v_json.messages, v_json.last_position, v_positions[1] <= v_offset.replay_until,
           _guard_conditions(v_offset.value, p_types, p_scope)::json, false;
end $$;
