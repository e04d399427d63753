-- Gives a lease back in one partition, because its batch failed as a whole: nobody knows which message is at fault.
-- The batch is judged as if the lease had run out (_judge_batch.sql), but at once, and the partition rests as after a
-- failed message.
--
-- The lease is the fence, compared under the row's lock; and it ends here. So a repetition finds another lease or
-- none, and is refused: no attempt is counted twice. p_row.lease_id is null where the caller holds no leased row.
create function queen._fail_batch(
    p_queue queen.queues, p_row queen.partition_consumers, p_partition bigint, p_lease uuid, p_error text,
    p_delay_seconds double precision, p_now timestamptz,
    out success boolean, out repeated boolean, out code text, out dead boolean, out released boolean, out holder text)
language plpgsql as $$
declare
    v_judged record;
    v_row partition_consumers;
    v_rest timestamptz;
begin
    success := coalesce(p_row.lease_id = p_lease and p_row.lease_expires_at > p_now, false);
    released := success;
    repeated := false;
    dead := false;
    if not success then
        code := 'INVALID_LEASE';
        holder := _lease_holder(p_partition, p_row.group_id, p_lease);
        return;
    end if;
    v_judged := _judge_batch(p_queue, p_row, coalesce(p_error, 'Failed'));
    v_row := v_judged.judged;
    dead := v_judged.dead > 0;
    if v_judged.attempts is not null then
        v_row.failed := v_row.failed + 1;
        if not dead then
            v_rest := coalesce(p_now + make_interval(secs => p_delay_seconds), _retry_at(p_queue, v_judged.attempts));
        end if;
    end if;
    perform _settle(v_row, v_rest);
end $$;
