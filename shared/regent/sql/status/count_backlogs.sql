-- Counts how queues and groups stand, and keeps it in counted_queues and counted_groups. The schedule calls it again
-- while there is `more`: a call counts one queue, or many small ones, and begins with the one that was counted
-- longest ago. So a run that stops halfway leaves no queue behind for good. A huge queue comes after all others: it may
-- outlast the statement's timeout, and the others are counted all the same. It counts queues that were not counted
-- since p_before: null means for 55 seconds, 'infinity' until now. `before` is that instant, for the next call.
--
-- One session counts at a time; another leaves at once. So a count that began earlier never replaces a later one.
-- It takes no lock that a push, a pop, an ack or a deletion waits for: it reads, and writes rows of its own.
create function queen.count_backlogs(p_before timestamptz)
returns table (queues integer, before timestamptz, more boolean)
language plpgsql security definer set search_path = queen, pg_temp set plan_cache_mode = force_custom_plan
set enable_seqscan = off as $$
#variable_conflict use_column
declare
    v_now timestamptz := queen.now();
    v_queues bigint[];
    -- Partitions and groups' places that a call looks at, unless one queue has more: some tenths of a second. To write
    -- a queue's own row takes as long as ten looks.
    c_looks constant bigint := 50000;
    c_huge constant bigint := 2000000;  -- some seconds
    c_quantiles constant double precision[] := (select array_agg(n / 20.0 order by n) from generate_series(0, 20) n);
begin
    before := least(coalesce(p_before, v_now - interval '55 seconds'), v_now);
    queues := 0;
    more := false;
    if not pg_try_advisory_xact_lock(hashtextextended('queen.count_backlogs', 0)) then
        return next;
        return;
    end if;
    select array_agg(d.id) filter (where d.fits), count(*) filter (where not d.fits) > 0
      into v_queues, more
      from (select n.id, n.looks_before < case when n.looks > c_huge then 1 else c_looks end as fits
              from (select t.id, t.looks, coalesce(sum(t.looks) over (
                               order by t.looks > c_huge, t.counted_at nulls first, t.id
                               rows between unbounded preceding and 1 preceding), 0) as looks_before
                      from (select q.id, c.counted_at, 10 + q.partition_count * (1 + coalesce(g.groups, 0)) as looks
                              from queues q
                              left join counted_queues c on c.queue_id = q.id
                              left join (select g.queue_id, count(*) as groups from consumer_groups g
                                          group by g.queue_id) g on g.queue_id = q.id
                             where c.counted_at is null or c.counted_at < before or c.counted_at > v_now) t) n) d;

    with places as materialized (
        select b.queue_id, b.group_id, b.partition_id, b.open_messages, b.processing, b.oldest_at,
               _seconds(b.oldest_at, v_now) as seconds, b.lease_id, b.lease_expires_at > v_now as leased,
               (select c.handed from partition_consumers c
                 where b.lease_expires_at > v_now and c.partition_id = b.partition_id and c.group_id = b.group_id) as handed
          from group_backlogs b where b.queue_id = any(v_queues)),
    backlogs as (
        select p.queue_id, count(*) as places, sum(p.seconds) as seconds, sum(p.open_messages) as messages,
               sum(p.processing) as held,
               percentile_cont(c_quantiles) within group (order by p.seconds) as lag_spread,
               percentile_cont(c_quantiles) within group (order by p.open_messages) as open_spread
          from places p group by p.queue_id),
    leases as (
        select p.queue_id, count(distinct p.partition_id) as partitions from places p where p.leased group by p.queue_id),
    -- The depth of a queue is what is pending and processing, and what a group leaves that starts at an instant to come:
    -- no backlog of it, but the most in its partition.
    waiting as (
        select g.queue_id, p.id, max(_open_in(c.completed, greatest(c.committed, p.tail), p.head)) as open
          from consumer_groups g
         cross join lateral (
               select r.partition_id, r.committed, r.completed, r.skip_before
                 from partition_consumers r where r.group_id = g.id and r.ready and r.skip_before is not null
                union all
               select r.partition_id, r.committed, r.completed, r.skip_before
                 from partition_consumers r
                where r.group_id = g.id and r.rest_until is not null and r.skip_before is not null) c
          join partitions p on p.id = c.partition_id and p.last_activity < c.skip_before
         where g.queue_id = any(v_queues) group by g.queue_id, p.id),
    to_come as (
        select w.queue_id, sum(greatest(0, w.open - coalesce(o.open, 0)))::bigint as messages
          from waiting w
          left join (select p.partition_id, max(p.open_messages) as open from places p group by p.partition_id) o
            on o.partition_id = w.id
         group by w.queue_id),
    letters as (
        select g.queue_id, count(*) as letters, count(distinct d.partition_id) as partitions
          from consumer_groups g join dead_letter_queue d on d.group_id = g.id
         where g.queue_id = any(v_queues) group by g.queue_id),
    -- The slowest group of each partition decides whether it has something pending, as in read_depth.
    pending as (
        select d.queue_id, count(*) as partitions
          from (select distinct on (p.partition_id) p.queue_id, p.open_messages - p.processing as messages
                  from places p order by p.partition_id, p.open_messages desc, p.processing) d
         where d.messages > 0 group by d.queue_id),
    oldest as (
        select p.group_id, min(p.partition_id) as partition_id
          from places p
          join (select o.group_id, min(o.oldest_at) as oldest_at from places o group by o.group_id) o
            on o.group_id = p.group_id and o.oldest_at = p.oldest_at
         group by p.group_id),
    taken as (
        select c.group_id, sum(c.popped)::bigint as popped, max(_taken_at(c)) as last_pop_at,
               max(c.last_consumed_at) as last_consumed_at
          from partitions p join partition_consumers c on c.partition_id = p.id
         where p.queue_id = any(v_queues) group by c.group_id),
    of_groups as (
        insert into counted_groups as t (
            group_id, queue_id, counted_at, places, open_messages, processing, oldest_at, leases, handed, acked,
            members, partitions_with_lag, max_time_lag, state, oldest_partition, pending_partitions, popped,
            last_pop_at, last_consumed_at)
        select g.id, g.queue_id, v_now, coalesce(b.places, 0), coalesce(b.messages, 0), coalesce(b.processing, 0),
               b.oldest_at, coalesce(b.leases, 0), coalesce(b.handed, 0), coalesce(b.acked, 0),
               coalesce(b.members, 0), coalesce(b.behind, 0), coalesce(floor(b.seconds)::bigint, 0),
               _state_of(g.id, g.queue_id, coalesce(b.seconds, 0), coalesce(b.messages, 0), coalesce(b.members, 0)),
               o.partition_id, coalesce(b.pending, 0), coalesce(k.popped, 0), k.last_pop_at, k.last_consumed_at
          from consumer_groups g
          left join oldest o on o.group_id = g.id
          left join taken k on k.group_id = g.id
          left join (select p.group_id, count(*) as places, sum(p.open_messages)::bigint as messages,
                            sum(p.processing) as processing, min(p.oldest_at) as oldest_at,
                            count(*) filter (where p.leased) as leases, sum(p.handed) as handed,
                            sum(greatest(0, p.handed - p.processing)) filter (where p.leased) as acked,
                            count(distinct p.lease_id) filter (where p.leased and p.open_messages > 0) as members,
                            count(*) filter (where p.open_messages > 0) as behind,
                            count(*) filter (where p.open_messages > p.processing) as pending,
                            max(p.seconds) filter (where p.open_messages > 0) as seconds
                       from places p group by p.group_id) b on b.group_id = g.id
         where g.queue_id = any(v_queues)
        on conflict (group_id) do update
           set counted_at = excluded.counted_at, places = excluded.places, open_messages = excluded.open_messages,
               processing = excluded.processing, oldest_at = excluded.oldest_at, leases = excluded.leases,
               handed = excluded.handed, acked = excluded.acked, members = excluded.members,
               partitions_with_lag = excluded.partitions_with_lag, max_time_lag = excluded.max_time_lag,
               state = excluded.state, oldest_partition = excluded.oldest_partition,
               pending_partitions = excluded.pending_partitions, popped = excluded.popped,
               last_pop_at = excluded.last_pop_at, last_consumed_at = excluded.last_consumed_at,
               -- The sum falls when partitions are deleted. Two counts of one instant leave the rate as it was.
               popped_per_minute = case when excluded.counted_at > t.counted_at
                   then greatest(0, excluded.popped - t.popped) * 60 / _seconds(t.counted_at, excluded.counted_at)
                   else t.popped_per_minute end)
    insert into counted_queues as t (
        queue_id, counted_at, total, pending, processing, completed, failed, depth, dead_letters,
        dead_letter_partitions, leased_partitions, held, places, lag_seconds, lag_spread, open_messages, open_spread,
        pending_partitions)
    select q.id, v_now, coalesce(n.total, 0), coalesce(n.pending, 0), coalesce(n.processing, 0),
           coalesce(n.completed, 0), coalesce(f.failed, 0),
           coalesce(n.pending, 0) + coalesce(n.processing, 0) + coalesce(u.messages, 0),
           coalesce(l.letters, 0), coalesce(l.partitions, 0),
           coalesce(h.partitions, 0), coalesce(b.held, 0), coalesce(b.places, 0), coalesce(b.seconds, 0), b.lag_spread,
           coalesce(b.messages, 0), b.open_spread, coalesce(e.partitions, 0)
      from queues q
      left join _queue_counts(v_queues) n on n.queue_id = q.id
      left join _failed_by_queue(v_queues) f on f.queue_id = q.id
      left join to_come u on u.queue_id = q.id
      left join leases h on h.queue_id = q.id
      left join letters l on l.queue_id = q.id
      left join backlogs b on b.queue_id = q.id
      left join pending e on e.queue_id = q.id
     where q.id = any(v_queues)
    on conflict (queue_id) do update
       set counted_at = excluded.counted_at, total = excluded.total, pending = excluded.pending,
           processing = excluded.processing, completed = excluded.completed, failed = excluded.failed,
           depth = excluded.depth, dead_letters = excluded.dead_letters,
           dead_letter_partitions = excluded.dead_letter_partitions, leased_partitions = excluded.leased_partitions,
           held = excluded.held, places = excluded.places, lag_seconds = excluded.lag_seconds,
           lag_spread = excluded.lag_spread,
           open_messages = excluded.open_messages, open_spread = excluded.open_spread,
           pending_partitions = excluded.pending_partitions;
    get diagnostics queues = row_count;

    if not more then
        delete from counted_queues c where not exists (select from queues q where q.id = c.queue_id);
        delete from counted_groups c where not exists (select from consumer_groups g where g.id = c.group_id);
    end if;
    return next;
end $$;
