-- Counts a failed attempt of a message that its consumer gave back as failed. Returns the instant at which the
-- message may come again, or null if it had all its retries and is dead.
create function queen._fail_message(p_queue queen.queues, p_partition bigint, p_group bigint, p_offset bigint, p_error text)
returns timestamptz
language plpgsql as $$
declare
    v_attempts integer := _count_attempt(p_partition, p_group, p_offset, coalesce(p_error, 'Failed'));
    v_delay_ms double precision := p_queue.retry_delay;
begin
    if v_attempts > p_queue.retry_limit then
        perform _dead_letter(p_partition, p_group, array[p_offset], 'retries', p_error);
        return null;
    end if;
    if p_queue.retry_delay_max > p_queue.retry_delay then
        -- Bound: 30 doublings. With the attempts of a large retry_limit, the power itself would overflow.
        v_delay_ms := least(p_queue.retry_delay_max, p_queue.retry_delay * 2.0 ^ least(v_attempts - 1, 30));
    end if;
    return queen.now() + make_interval(secs => v_delay_ms / 1000);
end $$;
