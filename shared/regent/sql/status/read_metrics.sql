-- One document for a monitoring system to scrape. It is counted now, which costs one look at each partition and at
-- each consumer's row. A large system is told as it was counted last; `asOf` is the oldest instant of it, else null.
--
-- The number of series is bounded. Of queues, it has the p_queues oldest: always the same ones, so that a system can
-- follow their counters. Of groups on queues, it has the p_groups that are furthest behind.
--
-- Counters never fall, not even when a system grows large: the last answer of now must not be newer than the first
-- counted one. So the count decides for everybody (`wide` in schedule_runs). One that decides to, waits for answers that
-- are under way, and answers wait for its commit. All others wait for nobody.
create function queen.read_metrics(p_queues integer, p_groups integer) returns json
language plpgsql volatile security definer set search_path = queen, pg_temp set plan_cache_mode = force_custom_plan as $$
declare
    v_now timestamptz := queen.now();
    v_minute timestamptz := date_trunc('minute', v_now, 'UTC') - interval '1 minute';
    v_counted_at timestamptz := _counted_at(null, false);
    v_wide boolean;
    v_as_of timestamptz;
    v_answer jsonb;
begin
    perform pg_advisory_xact_lock_shared(hashtextextended('queen.counters', 0));
    -- A count that found itself ten minutes late does not stay wide. This looks now five minutes later: no count that
    -- is under way can turn it back.
    select r.ran_at into v_as_of from schedule_runs r
     where r.name = 'count_activity' and r.result ->> 'wide' = 'true' and r.ran_at > v_now - interval '15 minutes';
    v_wide := found;
    v_as_of := least(v_counted_at, v_as_of);

    with counters as materialized (
        select c.queue_id, c.queue_name, c.depth, c.pushed, c.popped, c.acked, c.failed, c.lapsed, c.expired, c.dead
          from queue_counters c where not v_wide
         union all
        select q.id, q.name, coalesce(n.depth, 0), t.pushed, t.popped, t.acked, t.failed, t.lapsed, t.expired, t.dead
          from queue_totals t join queues q on q.id = t.queue_id left join counted_queues n on n.queue_id = q.id
         where v_wide),
    letters as materialized (
        select g.queue_id, count(*) as dead from consumer_groups g join dead_letter_queue d on d.group_id = g.id
         where v_counted_at is null group by g.queue_id
         union all
        select n.queue_id, n.dead_letters from queues q join counted_queues n on n.queue_id = q.id
         where v_counted_at is not null),
    backlogs as materialized (
        select b.group_id, b.queue_id, sum(b.open_messages)::bigint as messages,
               max(_seconds(b.oldest_at, v_now)) as seconds,
               count(*) filter (where b.lease_expires_at > v_now) as leases,
               array_agg(b.partition_id) filter (where b.lease_expires_at > v_now) as leased
          from group_backlogs b where v_counted_at is null group by b.group_id, b.queue_id
         union all
        select n.group_id, n.queue_id, n.open_messages, _seconds(n.oldest_at, n.counted_at), n.leases, null
          from consumer_groups g join counted_groups n on n.group_id = g.id where v_counted_at is not null),
    pairs as (
        select q.name as queue, g.name, coalesce(b.messages, 0) as messages, coalesce(b.seconds, 0) as seconds,
               row_number() over (order by coalesce(b.seconds, 0) desc, coalesce(b.messages, 0) desc, g.id) as place
          from consumer_groups g
          join queues q on q.id = g.queue_id
          left join backlogs b on b.group_id = g.id
         where v_counted_at is null or b.group_id is not null),  -- no sample of a group that was not counted yet
    ages as (
        select p.name, max(p.seconds) as seconds,
               row_number() over (order by max(p.seconds) desc, p.name) as place
          from pairs p group by p.name),
    shown as (
        select c.*, q.partition_count, coalesce(l.dead, 0) as dead_letters,
               case when v_counted_at is null
                    then (select count(distinct l.id) from backlogs b cross join unnest(b.leased) l(id)
                           where b.queue_id = c.queue_id)
                    else (select coalesce(max(n.leased_partitions), 0) from counted_queues n
                           where n.queue_id = c.queue_id) end as leased,
               m.pushed as minute_pushed, m.popped as minute_popped, m.acked as minute_acked, m.failed as minute_failed
          from counters c
          join queues q on q.id = c.queue_id
          left join letters l on l.queue_id = c.queue_id
          left join queue_activity m
            on m.queue_id = c.queue_id and m.grain = 'minute' and m.bucket = v_minute
         order by c.queue_id limit p_queues)
    select jsonb_build_object(
        'totals', (select jsonb_build_object(
                'pushed', coalesce(sum(t.pushed), 0), 'popped', coalesce(sum(t.popped), 0),
                'acked', coalesce(sum(t.acked), 0), 'failed', coalesce(sum(t.failed), 0),
                'lapsed', coalesce(sum(t.lapsed), 0), 'expired', coalesce(sum(t.expired), 0),
                'dead', coalesce(sum(t.dead), 0))
             from (select c.pushed, c.popped, c.acked, c.failed, c.lapsed, c.expired, c.dead from counters c
                    union all
                   select d.pushed, d.popped, d.acked, d.failed, d.lapsed, d.expired, d.dead from deleted_counts d
                    where d.queue_id not in (select c.queue_id from counters c)) t),
        'minutePushed', (select coalesce(sum(a.pushed), 0) from queue_activity a
                          where a.grain = 'minute' and a.bucket = v_minute),
        'asOf', _instant(v_as_of), 'ageSeconds', _seconds(v_as_of, v_now),
        'queues', (select count(*) from queues),
        'partitions', (select coalesce(sum(q.partition_count), 0) from queues q),
        'depth', (select coalesce(sum(c.depth), 0) from counters c),
        'deadLetters', (select coalesce(sum(l.dead), 0) from letters l),
        'leases', (select coalesce(sum(b.leases), 0) from backlogs b),
        'byQueue', (select coalesce(jsonb_agg(to_jsonb(s) order by s.queue_id), '[]') from shown s),
        'byPair', (select coalesce(jsonb_agg(jsonb_build_object(
                       'queue', p.queue, 'group', p.name, 'messages', p.messages, 'seconds', p.seconds)
                       order by p.place), '[]') from pairs p where p.place <= p_groups),
        'byGroup', (select coalesce(jsonb_agg(jsonb_build_object('group', a.name, 'seconds', a.seconds)
                       order by a.place), '[]') from ages a where a.place <= p_groups),
        'leftOut', jsonb_build_object(
            'queues', (select count(*) from queues) - (select count(*) from shown),
            'pairs', greatest(0, (select count(*) from pairs) - p_groups),
            'groups', greatest(0, (select count(*) from ages) - p_groups)))
      into v_answer;
    return (v_answer || jsonb_build_object(
        'maintenance', (select jsonb_build_object('push', m.push, 'pop', m.pop) from maintenance m),
        'schedules', (select coalesce(jsonb_agg(jsonb_build_object(
                          'name', r.name, 'at', extract(epoch from r.ran_at), 'age', _seconds(r.ran_at, v_now))
                          order by r.name), '[]') from schedule_runs r),
        'tables', (select coalesce(jsonb_agg(jsonb_build_object(
                       'table', s.relname, 'live', s.n_live_tup, 'dead', s.n_dead_tup) order by s.relname), '[]')
                     from pg_stat_all_tables s
                    where s.schemaname = 'queen'
                      and s.relname in ('queues', 'partitions', 'messages', 'partition_consumers', 'attempts',
                                        'dead_letter_queue'))))::json;
end $$;
