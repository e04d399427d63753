-- Counts a failed attempt of a message that its consumer gave back as failed. Returns the instant at which the
-- message may come again, or null if it had all its retries and is dead.
create function queen._fail_message(p_queue queen.queues, p_partition bigint, p_group bigint, p_offset bigint, p_error text)
returns timestamptz
language plpgsql as $$
declare
    v_attempts integer := _count_attempt(p_partition, p_group, p_offset, coalesce(p_error, 'Failed'));
begin
    if v_attempts > p_queue.retry_limit then
        perform _dead_letter(p_partition, p_group, array[p_offset], 'retries', p_error);
        return null;
    end if;
    return _retry_at(p_queue, v_attempts);
end $$;
