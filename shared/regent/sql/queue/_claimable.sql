-- Judges a partition whose row a pop has locked: what can be handed out now is the offsets [first, upto). They
-- hold `handed` messages and take at most `bytes` bytes of the answer.
-- handed = 0: there is nothing now, and the row says when to look again. handed is null: there was more to pass
-- over than one pop may (_pass_over).
-- alone: leases that ran out have narrowed the partition down to one message, so it shares its next lease with no
-- other partition. If the message kills its consumer again, it is guilty, and nobody else is there to be blamed.
-- p_reorder: the pop may choose among partitions, so this one gives way if another may hold an older message.
create function queen._claimable(
    p_queue queen.queues, p_row queen.partition_consumers, p_limit integer, p_now timestamptz,
    p_max_bytes bigint, p_envelope integer, p_at_least_one boolean, p_reorder boolean,
    out name text, out first bigint, out upto bigint, out handed integer, out bytes bigint,
    out completed int8multirange, out failing boolean, out redelivered jsonb, out alone boolean)
language plpgsql as $$
declare
    v_row partition_consumers := p_row;
    v_head bigint;
    v_tail bigint;
    v_active timestamptz;
    v_delay interval := make_interval(secs => p_queue.delayed_processing);
    v_blocked bigint;   -- the first message that is not due yet; it holds back all messages behind it
    v_cap bigint;
    v_envelope integer; -- p_envelope, and the partition's name
    v_passed record;    -- the row after _expire_lease or _pass_over, and more
begin
    handed := 0;
    if v_row.lease_id is not null then
        v_passed := _expire_lease(p_queue, v_row);
        v_row := v_passed.expired;
    end if;
    select p.name, p.head, p.tail, p.last_activity into name, v_head, v_tail, v_active
      from partitions p where p.id = v_row.partition_id;
    v_envelope := p_envelope + 6 * octet_length(name);
    if p_queue.window_buffer > 0 and v_active + make_interval(secs => p_queue.window_buffer) > p_now then
        perform _settle(v_row, v_active + make_interval(secs => p_queue.window_buffer));
        return;
    end if;
    if p_queue.ttl > 0 or p_queue.max_wait_time_seconds > 0 or v_row.skip_before is not null then
        v_passed := _pass_over(p_queue, v_row, p_now);
        if not v_passed.finished then
            handed := null;
            return;     -- stays ready: the next pop, or reclaim, goes on
        end if;
        v_row := v_passed.moved;
    end if;
    if p_reorder and v_row.oldest_at > p_row.oldest_at then
        return;     -- moved on to a younger message: this pop comes back to it after the rows that are older now
    end if;
    completed := v_row.completed;
    failing := v_row.failing;
    alone := coalesce(v_row.batch_limit = 1, false);
    redelivered := v_row.redelivered;
    v_cap := v_head;
    loop
        first := greatest(v_row.committed, v_tail);
        upto := least(first + least(p_limit, v_row.batch_limit), v_cap);
        if completed is not null then   -- some of these offsets are completed: look further for as many messages
            select coalesce(max(o."offset") + 1, upto) into upto
              from (select m."offset" from messages m
                     where m.partition_id = v_row.partition_id and m."offset" >= first and m."offset" < v_cap
                       and not completed @> m."offset"
                     order by m."offset" limit least(p_limit, v_row.batch_limit)) o;
        end if;
        if first >= v_head then
            v_row.committed := first;
            perform _settle(v_row, null);
            return;
        end if;
        -- Measures all messages that would be handed out before the first one is.
        select count(*),
               sum(v_envelope + _text_bytes(m.payload) + coalesce(_text_bytes(m.headers), 0)
                   + 6 * octet_length(concat(m.key, m.transaction_text, m.producer_sub))),
               min(m."offset") filter (where m.available_at > p_now
                                         or p_queue.delayed_processing > 0 and m.created_at + v_delay > p_now)
          into handed, bytes, v_blocked
          from messages m
         where m.partition_id = v_row.partition_id and m."offset" >= first and m."offset" < upto
           and (completed is null or not completed @> m."offset");
        if v_blocked is not null then
            v_cap := v_blocked;
            if v_blocked = _next_open(v_row.partition_id, first, v_blocked + 1, completed) then
                handed := 0;
                v_row.committed := v_blocked;
                perform _settle(v_row, (
                    select greatest(m.created_at + v_delay, m.available_at) from messages m
                     where m.partition_id = v_row.partition_id and m."offset" = v_blocked));
                return;
            end if;
        elsif handed = 0 then   -- all were deleted: go on to the messages that are left
            v_row.committed := _next_open(v_row.partition_id, upto, v_head, completed);
            if p_reorder and _oldest_at(v_row.partition_id, v_row.committed, p_row.oldest_at) > p_row.oldest_at then
                perform _settle(v_row, null);
                return;
            end if;
        else
            if bytes > p_max_bytes then
                select f.upto, f.handed, f.bytes into upto, handed, bytes
                  from _fitting(v_row.partition_id, first, upto, completed, p_max_bytes, v_envelope,
                                p_at_least_one) f;
            end if;
            return;
        end if;
    end loop;
end $$;
