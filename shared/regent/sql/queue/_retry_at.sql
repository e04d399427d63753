-- When a message that failed so often may come again.
-- Bound: 30 doublings. With the attempts of a large retry_limit, the power itself would overflow.
create function queen._retry_at(p_queue queen.queues, p_attempts integer) returns timestamptz
language sql as $$
    select queen.now() + make_interval(secs => case
               when p_queue.retry_delay_max > p_queue.retry_delay
               then least(p_queue.retry_delay_max, p_queue.retry_delay * 2.0 ^ least(p_attempts - 1, 30))
               else p_queue.retry_delay end / 1000.0)
$$;
