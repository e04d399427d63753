-- How a group stands in partitions of a queue: the state of each, judged as explain_partition judges it, and what that
-- is made of. p_group is null if the group never came to the queue. `oldest_at` is of the first open message, and
-- `waits_since` of the row: pops take the oldest first.
create function queen._standings(
    p_queue queen.queues, p_group bigint, p_maintenance text, p_paused_at timestamptz, p_ids bigint[])
returns table (
    place bigint, id bigint, name text, state text, rest_reason text, rest_until timestamptz, cursor bigint, open bigint,
    processing bigint, oldest_at timestamptz, waits_since timestamptz, lease_id uuid, leased_at timestamptz,
    lease_expires_at timestamptz, failed_offset bigint, attempts integer, last_error text, failed_at timestamptz)
language sql stable as $$
    select w.place, p.id, p.name,
           case when c.partition_id is null then 'not_subscribed' when f.live then 'leased'
                when n."offset" is null then 'empty' when c.assigned then 'assigned'
                when p_maintenance is not null then 'maintenance' when p_paused_at is not null then 'paused'
                when r.until is not null then 'resting' when a."offset" = n."offset" then 'failing'
                else 'ready' end,
           r.reason, r.until, c.committed,
           case when c.partition_id is null then null when n."offset" is null then 0
                else _open_in(c.completed, n."offset", p.head) end,
           case when f.live and n."offset" is not null then _open_in(c.completed, n."offset", c.batch_end) else 0 end,
           case when c.partition_id is not null then n.created_at end, c.oldest_at, case when f.live then c.lease_id end, case when f.live then c.leased_at end,
           case when f.live then c.lease_expires_at end, a."offset", a.attempts, a.last_error, a.failed_at
      from unnest(p_ids) with ordinality w(id, place)
      join partitions p on p.id = w.id
      left join partition_consumers c on c.partition_id = p.id and c.group_id = p_group
     cross join lateral (
           select case when c.skip_before is null then greatest(c.committed, p.tail)
                       else _offset_at(p.id, greatest(c.committed, p.tail), p.head, c.skip_before) end,
                  coalesce(c.lease_id is not null and c.lease_expires_at > queen.now(), false)) f(first, live)
     cross join lateral (
           select queen.now() - make_interval(
               secs => least(nullif(p_queue.ttl, 0), nullif(p_queue.max_wait_time_seconds, 0)))) k(too_old)
      left join lateral (
           select m."offset", m.created_at, m.available_at from messages m
            where m.partition_id = p.id and m."offset" >= f.first and m."offset" < p.head
              and (c.completed is null or not c.completed @> m."offset")
            order by m."offset" limit 1) n on true
      -- What is too old is passed over, so it is the first message behind that which may have to wait.
      left join lateral (
           select m."offset", m.created_at, m.available_at from messages m
            where n.created_at < k.too_old and m.partition_id = p.id
              and m."offset" >= _offset_at(p.id, n."offset", p.head, k.too_old) and m."offset" < p.head
              and (c.completed is null or not c.completed @> m."offset")
            order by m."offset" limit 1) l on true
     cross join lateral (
           select case when n.created_at < k.too_old then l."offset" else n."offset" end,
                  case when n.created_at < k.too_old then l.created_at else n.created_at end,
                  case when n.created_at < k.too_old then l.available_at else n.available_at end)
           due("offset", created_at, available_at)
      left join lateral (
           select t.reason, t.until
             from (values (1, 'window_buffer', case when p_queue.window_buffer > 0 then
                               p.last_activity + make_interval(secs => p_queue.window_buffer) end),
                          (2, 'scheduled_message', due.available_at),
                          (3, 'delayed_processing', case when p_queue.delayed_processing > 0 then
                               due.created_at + make_interval(secs => p_queue.delayed_processing) end),
                          (4, 'retry_delay', case when c.failing then c.rest_until end),
                          (5, 'next_look', c.rest_until)) t(rank, reason, until)
            where due."offset" is not null and not f.live and c.partition_id is not null and t.until > queen.now()
            order by t.until desc, t.rank limit 1) r on true
      left join lateral (
           select e."offset", e.attempts, e.last_error, e.failed_at from attempts e
            where c.failing and e.partition_id = p.id and e.group_id = c.group_id and e."offset" >= n."offset"
              and (c.completed is null or not c.completed @> e."offset")
            order by e."offset" limit 1) a on true
$$;
