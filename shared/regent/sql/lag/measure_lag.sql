-- How far groups are behind in a range of partitions, at an instant that has passed. There is a row for each group
-- and partition with a lag, and for each group one more without a partition: the sums over all partitions that it
-- follows in the range, idle ones included (`partitions` of them).
--
-- Heads are those of the instant, so ranges that are read one after the other fit together. Cursors may have moved
-- since, which makes a lag smaller, never negative. Messages that cannot be consumed yet are no lag but `delayed`:
-- while delayed_processing or their own time is not over, or a window buffer waits. So are all messages behind them.
create function queen.measure_lag(p_at timestamptz, p_first bigint, p_last bigint)
returns table (
    group_id bigint, partition_id bigint, partition_name text, partitions bigint, head bigint, "position" bigint,
    finished bigint, popped bigint, held boolean, offset_lag bigint, delayed bigint, due_at timestamptz)
language sql stable security definer
set search_path = queen, pg_temp set enable_seqscan = off set enable_hashjoin = off
as $$
    with heads as materialized (
        select p.id, p.name, p.tail, p.last_activity, make_interval(secs => q.delayed_processing) as delay,
               case when q.window_buffer > 0
                    then p.last_activity + make_interval(secs => q.window_buffer) end as quiet_at,
               case when p.last_activity <= p_at then p.head
                    else _offset_at(p.id, p.tail, p.head, p_at + interval '1 microsecond') end as head
          from partitions p join queues q on q.id = p.queue_id
         where p.id between p_first and p_last),
    looked as materialized (
        select c.group_id, c.partition_id, h.name, h.head, c.acked + c.expired + c.dead as finished, c.popped,
               c.assigned or c.lease_id is not null and c.lease_expires_at > p_at as held,
               case when d.due_at <= p_at then _open_in(c.completed, m."offset",
                         case when h.delay = interval '0' then h.head
                              else _offset_at(h.id, m."offset", h.head, p_at - h.delay + interval '1 microsecond') end)
                    else 0 end as offset_lag,
               case when m."offset" is null then 0 else _open_in(c.completed, m."offset", h.head) end as open,
               d.due_at
          from heads h
          join partition_consumers c on c.partition_id = h.id
         cross join lateral (
               select case when c.skip_before is null then greatest(c.committed, h.tail)
                           else _offset_at(h.id, greatest(c.committed, h.tail), h.head, c.skip_before) end as first) f
          left join lateral (
               select m."offset", m.created_at, m.available_at from messages m
                where (c.ready or c.rest_until is not null)     -- an idle row has nothing open
                  and m.partition_id = h.id and m."offset" >= f.first and m."offset" < h.head
                  and (c.completed is null or not c.completed @> m."offset")
                order by m."offset" limit 1) m on true
         cross join lateral (
               select case when m."offset" is not null
                           then greatest(m.created_at + h.delay, m.available_at, h.quiet_at) end as due_at) d)
    select l.group_id, l.partition_id, l.name, 1, l.head, l.head - l.open, l.finished, l.popped, l.held, l.offset_lag,
           l.open - l.offset_lag, l.due_at
      from looked l where l.offset_lag > 0
    union all
    select l.group_id, null, null, count(*), sum(l.head)::bigint, sum(l.head - l.open)::bigint, sum(l.finished)::bigint,
           sum(l.popped)::bigint, bool_or(l.held), sum(l.offset_lag)::bigint, sum(l.open - l.offset_lag)::bigint, null
      from looked l group by l.group_id
$$;
