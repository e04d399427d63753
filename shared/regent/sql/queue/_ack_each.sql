-- Judges the acks of one lane one by one against the row, then applies those that it accepted. The caller holds
-- the row's lock if the row is leased. Without a lease, or without a row because the group never popped, no ack
-- changes anything; a repeated one is still recognised. holder: the other group whose lease a refused ack names.
create function queen._ack_each(
    p_queue queen.queues, p_row queen.partition_consumers, p_partition bigint, p_acks jsonb, p_now timestamptz)
returns table (index integer, success boolean, repeated boolean, code text, dead boolean, released boolean, holder text)
language plpgsql as $$
declare
    v_row partition_consumers := p_row;
    v_ack record;
    v_live boolean := coalesce(p_row.lease_id is not null and p_row.lease_expires_at > p_now, false);
    v_done int8multirange := coalesce(p_row.completed, '{}');
    v_answered bigint[] := '{}'; -- offsets that this request has given another verdict than `completed`
    v_release boolean := false;
    v_rest timestamptz;
    v_again timestamptz;
    v_indexes integer[];
    v_codes text[];
    v_repeats boolean[];
    v_deaths boolean[];
    v_leases uuid[];
    v_code text;
    v_repeat boolean;
    v_dead boolean;
begin
    for v_ack in
        select a.*, m."offset" as "at"
          from jsonb_to_recordset(p_acks) as a(i integer, t uuid, s text, l uuid, e text, u boolean, d double precision)
          left join messages m on m.partition_id = p_partition and m.transaction_key = a.t
         order by a.i
    loop
        v_code := null;
        v_repeat := false;
        v_dead := false;
        if v_ack."at" is null then
            v_code := 'MESSAGE_NOT_FOUND';
        elsif v_row.partition_id is null then
            v_code := 'INVALID_LEASE';
        elsif v_ack."at" < v_row.committed or v_done @> v_ack."at" or v_ack."at" = any(v_answered) then
            if v_ack.l is not null and v_ack.l is distinct from v_row.lease_id
               and not coalesce(v_ack.l = v_row.last_lease_id
                                and (v_ack."at" < v_row.last_committed or v_row.last_completed @> v_ack."at"), false)
            then
                v_code := 'INVALID_LEASE';
            elsif v_ack.s = 'completed' and not v_ack."at" = any(v_answered) then
                v_repeat := true;
            elsif v_ack.s = 'dlq' and _was_rejected(v_row, v_ack."at", v_ack.l) then
                v_repeat := true;
                v_dead := true;
            else
                v_code := 'ALREADY_ANSWERED';
            end if;
        elsif not v_live or v_ack.l <> v_row.lease_id or v_ack."at" >= v_row.batch_end then
            v_code := 'INVALID_LEASE';
        elsif v_ack.s = 'completed' then
            v_done := v_done + int8multirange(int8range(
                case when v_ack.u then v_row.committed else v_ack."at" end, v_ack."at" + 1));
        elsif v_ack.s = 'retry' then
            v_release := true;
            v_answered := v_answered || v_ack."at";
            if v_ack.d > 0 then
                v_rest := greatest(v_rest, p_now + make_interval(secs => v_ack.d));
            end if;
        elsif v_ack.s = 'dlq' then
            perform _dead_letter(p_partition, v_row.group_id, array[v_ack."at"], 'rejected', v_ack.e);
            v_done := v_done + int8multirange(int8range(v_ack."at", v_ack."at" + 1));
            v_answered := v_answered || v_ack."at";
            v_dead := true;
            v_row.dead := v_row.dead + 1;
        else
            v_again := _fail_message(p_queue, v_row.partition_id, v_row.group_id, v_ack."at", v_ack.e);
            v_dead := v_again is null;
            v_release := true;
            v_row.failing := true;
            v_row.failed := v_row.failed + 1;
            v_answered := v_answered || v_ack."at";
            if v_dead then
                v_row.dead := v_row.dead + 1;
                v_done := v_done + int8multirange(int8range(v_ack."at", v_ack."at" + 1));
            else
                v_rest := greatest(v_rest, coalesce(p_now + make_interval(secs => v_ack.d), v_again));
            end if;
        end if;
        v_indexes := v_indexes || v_ack.i;
        v_codes := v_codes || v_code;
        v_repeats := v_repeats || v_repeat;
        v_deaths := v_deaths || v_dead;
        v_leases := v_leases || v_ack.l;
    end loop;

    if v_live then
        v_row.acked := v_row.acked + _offsets_in(v_done - coalesce(p_row.completed, '{}')) - (v_row.dead - p_row.dead);
        v_release := _apply_acks(v_row, v_done, v_release, v_rest, p_now);
    end if;
    return query
    select a.i, a.c is null, a.r, a.c, a.d, v_live and v_release,
           case when a.c = 'INVALID_LEASE' then _lease_holder(p_partition, p_row.group_id, a.l) end
      from unnest(v_indexes, v_codes, v_repeats, v_deaths, v_leases) a(i, c, r, d, l);
end $$;
