-- Pushes, acks, members' commits of offsets and an append to the log that happen together or not at all. Pushes
-- come first: every routine locks partitions before members' groups, and these before consumers' rows. The append
-- comes last: while it is in flight, readers of the log wait for its positions.
--
-- p_required: [{"l": lease, "p": [partition, …]}]: all must be live, or nothing happens.
-- p_commits: [{"g": group, "m": member, "n": generation or null, "o": {partition: offset}, "f": force}]
-- p_append: {"m": messages, "c": conditions or null, "l": last position} as log.append takes them; null: none
-- p_key, p_request: the client's key of this transaction, and a hash of its request. The answer is stored under the key
-- in the same commit. A repetition gets that answer, and `ids`, the ids that the first one gave to its messages.
create function queen.transaction(
    p_lanes jsonb, p_of integer[], p_places integer[], p_ids uuid[], p_keys uuid[], p_payloads text, p_more jsonb,
    p_producer text, p_acks jsonb, p_required jsonb, p_commits jsonb, p_append jsonb,
    p_key uuid default null, p_request uuid default null, p_choices bigint[] default null)
returns table (pushed jsonb, acked jsonb, appended jsonb, ids jsonb)
language plpgsql security definer
set search_path = queen, pg_temp set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
    v_required record;
    v_refused jsonb;
    v_holders jsonb;        -- of a refused ack whose lease is another group's: that group
    v_stores boolean;       -- whether a push stored anything new
    v_known keyed_transactions;
begin
    if p_key is not null then
        perform _lock_key(p_key, 4448);
        select t.* into v_known from keyed_transactions t where t.key = p_key;
        if found then
            if v_known.request <> p_request then
                raise exception 'transactionKey % belongs to another transaction, which happened; make a new key', p_key
                    using errcode = 'RG017';
            end if;
            pushed := nullif(v_known.answer -> 'pushed', 'null');
            acked := nullif(v_known.answer -> 'acked', 'null');
            appended := nullif(v_known.answer -> 'appended', 'null');
            ids := v_known.answer -> 'ids';
            return next;
            return;
        end if;
    end if;
    -- A commit first carries out what is due in its group, which locks the queue (members/_carry_out.sql). Queues
    -- come first, so they are locked here.
    if p_commits <> '[]' then
        perform from queues q
          where q.id in (select g.queue_id from jsonb_to_recordset(p_commits) as c(g text)
                           join member_groups g on g.name = c.g)
          order by q.id for key share;
    end if;
    if jsonb_array_length(p_lanes) > 0 then
        select jsonb_agg(jsonb_build_array(r.lane, r.partition_id, r.partition, r.duplicates, r.depth, r.max_size, r.placed)
                         order by r.lane)
          into pushed from queen.push(p_lanes, p_of, p_places, p_ids, p_keys, p_payloads, p_more, p_producer, p_acks, p_required,
                                         p_commits, p_choices => p_choices) r;
    else
        perform _lock_consumers(p_acks, p_required, '{}', p_commits);
    end if;
    -- A repeated ack is accepted only if the pushes and the append are repeated too: then the same transaction was
    -- sent again. Otherwise the results of one message would be stored twice because it was answered twice.
    v_stores := coalesce(cardinality(p_ids), 0)
                > (select count(*) from jsonb_object_keys(coalesce(nullif(pushed -> 0 -> 3, 'null'), '{}')))
                or exists (select from jsonb_array_elements(p_append -> 'm') m
                            where not exists (select from log.messages l where l.id = (m ->> 'i')::uuid));
    for v_required in
        select r.l, r.p from jsonb_to_recordset(p_required) as r(l uuid, p bigint[])
    loop
        perform from partition_consumers c
          where c.partition_id = any(v_required.p) and c.lease_id = v_required.l
            and c.lease_expires_at > queen.now();
        if not found then
            raise exception 'Invalid or expired lease' using errcode = 'RG010';
        end if;
    end loop;
    if jsonb_array_length(p_acks) > 0 then
        select jsonb_agg(jsonb_build_array(r.lane, r.index, r.success, r.repeated, r.code, r.dead, r.released, r.holder,
                                           r.queue, r.partition)),
               jsonb_object_agg(coalesce(r.index, -1), coalesce(r.code, 'ALREADY_ANSWERED'))
                   filter (where not r.success or r.repeated and v_stores),
               jsonb_object_agg(r.index, r.holder) filter (where r.holder is not null)
          into acked, v_refused, v_holders from queen.ack(p_acks, true) r;
        if v_refused is not null then
            raise exception 'an ack was refused' using errcode = 'RG011',
                detail = jsonb_strip_nulls(jsonb_build_object('refused', v_refused, 'holders', v_holders))::text;
        end if;
    end if;
    perform _commit_offsets(c.g, c.m, c.n, c.o, coalesce(c.f, false))
       from jsonb_to_recordset(p_commits) as c(g text, m text, n bigint, o jsonb, f boolean);
    if p_append is not null then
        select jsonb_build_object('positions', a.positions, 'lastPosition', a.last_position) into appended
          from log.append(p_append -> 'm', nullif(p_append -> 'c', 'null'), (p_append -> 'l')::bigint) a;
    end if;
    if p_key is not null then
        insert into keyed_transactions (key, request, answer, happened_at)
        values (p_key, p_request, jsonb_build_object('pushed', pushed, 'acked', acked, 'appended', appended,
                                                     'ids', to_jsonb(p_ids)), queen.now());
    end if;
    return next;
end $$;
