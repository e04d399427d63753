-- Claims the partition with the earliest pending message for a worker, and hands its messages out: those of the given
-- types that match every attribute of the partition that they have. Nothing when nothing is pending, all that is
-- pending is claimed, or the group is stopped. A claim that runs out is free to the next.
--
-- `more`: nothing was found, but the group has not looked through all of the log yet; the caller asks again.
create function log.claim_next(
    p_group text, p_names text[], p_types text[], p_worker text, p_batch integer, p_seconds double precision, p_max_bytes bigint)
returns table (offset_id text, key_pair_ids uuid[], partition_key text, value jsonb, messages json, last_position bigint,
               replaying boolean, more boolean)
language plpgsql security definer
set search_path = log, pg_temp set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
#variable_conflict use_column
declare
    v_group groups;
    v_scan scans;
    v_held scans;
    v_safe bigint := _safe_position();
    v_now timestamptz := queen.now();
    v_names text[] := array(select distinct n collate "C" from unnest(p_names) n order by 1);
    v_offset offsets;
    v_passed bigint[] := '{}';
    v_positions bigint[];
    v_json record;
begin
    select g.* into v_group from groups g where g.name = p_group;
    if not found or v_group.status = 'stopped' or v_group.status = 'failed' and (v_group.retry_at > v_now) is not false then
        return;
    end if;
    if v_group.status = 'failed' then
        update groups g set status = 'active', error_context = null, retry_at = null, updated_at = v_now
         where g.id = v_group.id and g.status = 'failed';
    end if;
    v_scan := _scan_row(v_group.id, v_names, p_types);
    if v_scan.scanned_to < v_safe then
        -- One worker looks; the others take what there is, and wait for him only if that is nothing.
        select s.* into v_held from scans s where s.id = v_scan.id for no key update skip locked;
        if found then
            perform _scan_log(v_held, v_safe, 10000);
        end if;
    end if;
    for v_round in 1..2 loop
        loop
            select o.* into v_offset from offsets o
             where o.scan_id = v_scan.id and o.next_position is not null
               and (o.claimed_until is null or o.claimed_until <= v_now) and (o.resume_at is null or o.resume_at <= v_now)
               and o.id <> all(v_passed)
             order by o.next_position, o.partition_key limit 1 for no key update skip locked;
            exit when not found;
            v_positions := _merge(_partition_streams(v_offset.value, p_types), v_offset.last_position, v_safe, p_batch);
            if cardinality(v_positions) = 0 then
                v_passed := v_passed || v_offset.id;
                update offsets o
                   set next_position = _first_pending(o.value, v_scan.types, o.last_position, v_safe)
                 where o.id = v_offset.id;
                continue;
            end if;
            update offsets o
               set claimed_by = p_worker, claimed_at = v_now, claimed_until = v_now + make_interval(secs => p_seconds),
                   claims = o.claims + 1, resume_at = null
             where o.id = v_offset.id returning o.* into v_offset;
            v_json := _messages_json(v_positions, p_max_bytes);
            return query
            select v_offset.id || '.' || v_offset.claims, v_offset.keys, v_offset.partition_key, v_offset.value,
                   v_json.messages, v_json.last_position, v_positions[1] <= v_group.replay_until, false;
            return;
        end loop;
        exit when v_held.id is not null or v_scan.scanned_to >= v_safe;
        select s.* into v_held from scans s where s.id = v_scan.id for no key update;
        perform _scan_log(v_held, v_safe, 10000) where v_held.scanned_to < v_safe;
    end loop;
    if (select s.scanned_to from scans s where s.id = v_scan.id) < v_safe then
        return query select null::text, null::uuid[], null::text, null::jsonb, null::json, null::bigint, null::boolean, true;
    end if;
end $$;
