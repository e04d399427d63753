-- Counts what happened in each queue since the last count, and adds it to the queue's minute, hour and day. The
-- reclaim calls it at each run; it does nothing if the last count was less than 55 seconds ago. With p_force, for a
-- client that wants the newest numbers, it always counts. Returns whether it counted, the age of the oldest open
-- message, the number of open messages, and how many messages were given up, pushed, popped and acked since the last
-- count.
--
-- The sums that it compares never fall (queue_counters), so no difference is negative. Nothing is counted twice,
-- because an advisory lock lets one count run at a time, and a count is one statement with one snapshot.
--
-- It waits for nobody. It first takes a key-share lock on each queue, and skips a queue that is being deleted.
-- Otherwise the count would wait for the deletion at the queue's row, and the deletion for the count at the queue's
-- totals.
create function queen.count_activity(p_force boolean)
returns table (counted boolean, counted_at timestamptz, queues integer,
               lag_seconds double precision, depth bigint, dead bigint, pushed bigint, popped bigint, acked bigint)
language plpgsql security definer set search_path = queen, pg_temp set plan_cache_mode = force_custom_plan
as $$
#variable_conflict use_column
declare
    v_now timestamptz := queen.now();
    v_alone boolean;
    v_wide boolean;
    v_was_wide boolean;
    -- A schedule of one run a minute is sometimes some tenths of a second early. A bound of 60 seconds would skip
    -- that run, and could skip every second one.
    c_least_seconds constant integer := 55;
    -- Partitions, and groups' places in them, as in _counted_at.
    c_wide constant bigint := 20000;
begin
    counted := false;
    queues := 0;
    v_alone := pg_try_advisory_xact_lock(hashtextextended('queen.count_activity', 0));
    select r.ran_at into counted_at from schedule_runs r where r.name = 'count_activity';
    if not v_alone
       or not p_force and counted_at > v_now - make_interval(secs => c_least_seconds) and counted_at <= v_now
    then
        return next;
        return;
    end if;
    -- Whether the counters of metrics are those of the last count from now on (read_metrics). It takes less to stay so
    -- than to become so: a system at the bound does not change back and forth. Where counts are rare, they are not.
    v_was_wide := exists (select from schedule_runs r where r.name = 'count_activity' and r.result ->> 'wide' = 'true')
                  and counted_at > v_now - interval '10 minutes';
    v_wide := counted_at > v_now - interval '10 minutes'
              and _looks(null) > case when v_was_wide then c_wide / 2 else c_wide end;
    if v_wide and not v_was_wide then
        perform pg_advisory_xact_lock(hashtextextended('queen.counters', 0));
    end if;
    perform _fold_deleted_counts();

    with there as materialized (
        select q.id from queues q order by q.id for key share skip locked),
    -- Everything that is compared comes from this one snapshot.
    sums as materialized (
        select c.*, coalesce(b.lag_seconds, 0) as lag_seconds
          from there t
          join queue_counters c on c.queue_id = t.id
          left join (select b.queue_id, max(_seconds(b.oldest_at, v_now)) as lag_seconds
                       from group_backlogs b group by b.queue_id) b on b.queue_id = t.id),
    differences as (
        select s.queue_id, s.depth, s.lag_seconds,
               s.pushed - coalesce(t.pushed, 0) as pushed, s.popped - coalesce(t.popped, 0) as popped,
               s.acked - coalesce(t.acked, 0) as acked, s.failed - coalesce(t.failed, 0) as failed,
               s.lapsed - coalesce(t.lapsed, 0) as lapsed, s.expired - coalesce(t.expired, 0) as expired,
               s.dead - coalesce(t.dead, 0) as dead
          from sums s left join queue_totals t on t.queue_id = s.queue_id),
    written as (
        insert into queue_activity as a (queue_id, grain, bucket, pushed, popped, acked, failed, lapsed, expired, dead,
                                         depth, lag_seconds)
        select d.queue_id, g.grain, date_trunc(g.grain, v_now, 'UTC'), d.pushed, d.popped, d.acked, d.failed, d.lapsed,
               d.expired, d.dead, d.depth, d.lag_seconds
          from differences d
         cross join unnest(array['minute', 'hour', 'day']) g(grain)
         where d.depth > 0 or d.lag_seconds > 0
            or d.pushed + d.popped + d.acked + d.failed + d.lapsed + d.expired + d.dead > 0
        on conflict (queue_id, grain, bucket) do update
           set pushed = a.pushed + excluded.pushed, popped = a.popped + excluded.popped,
               acked = a.acked + excluded.acked, failed = a.failed + excluded.failed,
               lapsed = a.lapsed + excluded.lapsed, expired = a.expired + excluded.expired,
               dead = a.dead + excluded.dead, depth = greatest(a.depth, excluded.depth),
               lag_seconds = greatest(a.lag_seconds, excluded.lag_seconds)),
    totals as (
        insert into queue_totals as t (queue_id, counted_at, pushed, popped, acked, failed, lapsed, expired, dead)
        select s.queue_id, v_now, s.pushed, s.popped, s.acked, s.failed, s.lapsed, s.expired, s.dead from sums s
        on conflict (queue_id) do update
           set counted_at = excluded.counted_at, pushed = excluded.pushed, popped = excluded.popped,
               acked = excluded.acked, failed = excluded.failed, lapsed = excluded.lapsed,
               expired = excluded.expired, dead = excluded.dead
        returning t.queue_id)
    select count(*), coalesce(max(d.lag_seconds), 0), coalesce(sum(d.depth), 0), coalesce(sum(d.dead), 0),
           coalesce(sum(d.pushed), 0), coalesce(sum(d.popped), 0), coalesce(sum(d.acked), 0)
      into queues, lag_seconds, depth, dead, pushed, popped, acked
      from differences d join totals t on t.queue_id = d.queue_id;

    -- The limit is more than a count adds, so deletion keeps up. It also bounds the work after a long pause.
    delete from queue_activity a
     where a.ctid = any(array(
           select o.ctid
             from (select k.grain, _activity_since(k.grain) as since
                     from unnest(array['minute', 'hour', 'day']) k(grain) offset 0) k
             join queue_activity o on o.grain = k.grain and o.bucket < k.since
            limit 4 * queues + 1000));
    counted := true;
    counted_at := v_now;
    perform _record_run('count_activity', v_now, jsonb_build_object('queues', queues)
                        || case when v_wide then jsonb_build_object('wide', true) else '{}' end);
    return next;
end $$;
