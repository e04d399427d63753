-- How each of these queues stands: what is left to do, how far its groups are behind, how full it is. With p_counted it
-- is as counted last, but a queue that was not counted yet is looked at; else all of them are. A caller asks
-- _counted_at first. Statistics may say that every queue is large; a small one is looked at by itself.
-- open_messages, oldest_seconds and held are over all groups; depth is that of queue_depths.
create function queen._queue_standings(p_queues bigint[], p_counted boolean)
returns table (
    queue_id bigint, total bigint, pending bigint, processing bigint, completed bigint, failed bigint,
    dead_letters bigint, depth bigint, open_messages bigint, oldest_seconds double precision, leased_partitions bigint,
    held bigint)
language plpgsql stable set plan_cache_mode = force_custom_plan set enable_seqscan = off
set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
declare
    v_now timestamptz := queen.now();
    v_looked bigint[] := case when not p_counted then p_queues else array(
        select i.id from unnest(p_queues) i(id)
         where not exists (select from counted_queues c where c.queue_id = i.id)) end;
begin
    return query
    select c.queue_id, c.total, c.pending, c.processing, c.completed, c.failed, c.dead_letters, c.depth,
           c.open_messages, coalesce(c.lag_spread[array_upper(c.lag_spread, 1)], 0), c.leased_partitions, c.held
      from counted_queues c where p_counted and c.queue_id = any(p_queues)
     union all
    select q.id, coalesce(n.total, 0), coalesce(n.pending, 0), coalesce(n.processing, 0), coalesce(n.completed, 0),
           coalesce(f.failed, 0), coalesce(l.letters, 0), d.depth, coalesce(b.messages, 0), coalesce(b.seconds, 0),
           coalesce(b.leased, 0), coalesce(b.held, 0)
      from queues q
     cross join lateral _depth(q.id) d
      left join _queue_counts(v_looked) n on n.queue_id = q.id
      left join _failed_by_queue(v_looked) f on f.queue_id = q.id
      left join (select g.queue_id, count(*) as letters
                   from consumer_groups g join dead_letter_queue r on r.group_id = g.id
                  where g.queue_id = any(v_looked) group by g.queue_id) l on l.queue_id = q.id
      left join (select g.queue_id, sum(g.open_messages)::bigint as messages,
                        max(_seconds(g.oldest_at, v_now)) as seconds,
                        count(distinct g.partition_id) filter (where g.lease_expires_at > v_now) as leased,
                        sum(g.processing)::bigint as held
                   from group_backlogs g where g.queue_id = any(v_looked) group by g.queue_id) b on b.queue_id = q.id
     where q.id = any(v_looked);
end $$;
