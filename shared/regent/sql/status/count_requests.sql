-- Adds what a process has counted of its requests since it last did so, a row for each queue and group, to the day.
-- Rows are locked in one order, so that processes which add at once wait for each other and do not deadlock. Nothing
-- else locks them. Days that nobody asks for any more go.
create function queen.count_requests(p_counts jsonb) returns void
language sql security definer set search_path = queen, pg_temp as $$
    delete from request_counts o where o.day < (queen.now() at time zone 'UTC')::date - 400;
    insert into request_counts as c (day, queue, consumer_group, since, pushes, pops, empty_pops, acks, others,
                                     pushed, popped, acked, bytes_in, bytes_out, waited_seconds)
    select (queen.now() at time zone 'UTC')::date, n.queue, n.consumer_group, queen.now(), n.pushes, n.pops,
           n.empty_pops, n.acks, n.others, n.pushed, n.popped, n.acked, n.bytes_in, n.bytes_out, n.waited_seconds
      from jsonb_populate_recordset(null::request_counts, p_counts) n
     order by n.queue, n.consumer_group
    on conflict (day, queue, consumer_group) do update
       set pushes = c.pushes + excluded.pushes, pops = c.pops + excluded.pops,
           empty_pops = c.empty_pops + excluded.empty_pops, acks = c.acks + excluded.acks,
           others = c.others + excluded.others, pushed = c.pushed + excluded.pushed,
           popped = c.popped + excluded.popped, acked = c.acked + excluded.acked,
           bytes_in = c.bytes_in + excluded.bytes_in, bytes_out = c.bytes_out + excluded.bytes_out,
           waited_seconds = c.waited_seconds + excluded.waited_seconds;
$$;
