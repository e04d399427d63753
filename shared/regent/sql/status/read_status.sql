-- How the queues with this name, namespace and task (null: any) stand. `counters` are those of the last count of
-- activity; `points` are those of read_activity, from p_from to p_to. Where there are many partitions, the rest is that
-- of the last count, `age_seconds` ago at `as_of` (_counted_at). Without `as_of`, as always with p_live, it is of now.
create function queen.read_status(
    p_from timestamptz, p_to timestamptz, p_queue text, p_namespace text, p_task text, p_live boolean default false)
returns table (messages json, lag json, leases json, dead_letters json, counters jsonb, queues json, queues_left_out bigint,
               counted_at timestamptz, stats_age double precision, "from" timestamptz, "to" timestamptz,
               bucket_minutes integer, points jsonb, as_of timestamptz, age_seconds double precision)
language plpgsql volatile security definer set search_path = queen, pg_temp set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
    v_now timestamptz := queen.now();
    v_queues bigint[] := _queues_of(p_queue, p_namespace, p_task);
    -- As many as a console shows. list_queue_status lists all queues, page by page.
    c_queues_shown constant integer := 100;
begin
    as_of := _counted_at(v_queues, p_live);
    age_seconds := _seconds(as_of, v_now);
    select r.ran_at into counted_at from schedule_runs r where r.name = 'count_activity';
    stats_age := case when counted_at is not null then _seconds(counted_at, v_now) end;
    select a."from", a."to", a.bucket_minutes, a.points into "from", "to", bucket_minutes, points
      from read_activity(null, p_from, p_to, p_queue, p_namespace, p_task) a;

    select jsonb_build_object('pushed', coalesce(sum(t.pushed), 0), 'popped', coalesce(sum(t.popped), 0),
                             'acked', coalesce(sum(t.acked), 0), 'failed', coalesce(sum(t.failed), 0),
                             'lapsed', coalesce(sum(t.lapsed), 0), 'expired', coalesce(sum(t.expired), 0),
                             'dead', coalesce(sum(t.dead), 0))
      into counters
      from queue_totals t where v_queues is null or t.queue_id = any(v_queues);

    if as_of is not null then
        select c.messages, c.lag, c.leases, c.dead_letters, c.queues, c.queues_left_out
          into messages, lag, leases, dead_letters, queues, queues_left_out
          from _counted_status(v_queues, c_queues_shown) c;
        return next;
        return;
    end if;

    select json_build_object('totalMessages', count(*), 'affectedPartitions', count(distinct d.partition_id))
      into dead_letters
      from consumer_groups g join dead_letter_queue d on d.group_id = g.id
     where v_queues is null or g.queue_id = any(v_queues);

    select json_build_object('openMessages', coalesce(sum(b.open_messages), 0),
                             'maxSeconds', coalesce(max(_seconds(b.oldest_at, v_now)), 0)),
           json_build_object('active', count(*) filter (where b.lease_expires_at > v_now),
                             'partitionsWithLeases', count(distinct b.partition_id)
                                                         filter (where b.lease_expires_at > v_now),
                             'totalBatchSize', coalesce(sum(c.handed) filter (where b.lease_expires_at > v_now), 0),
                             'totalAcked', coalesce(sum(greatest(0, c.handed - b.processing))
                                                    filter (where b.lease_expires_at > v_now), 0))
      into lag, leases
      from group_backlogs b
      left join partition_consumers c
        on b.lease_id is not null and c.partition_id = b.partition_id and c.group_id = b.group_id
     where v_queues is null or b.queue_id = any(v_queues);

    with counts as materialized (
        select * from _queue_counts(v_queues)),
    shown as (
        select q.id, q.name, q.namespace, q.task, q.partition_count, coalesce(t.acked, 0) as acked
          from counts n
          join queues q on q.id = n.queue_id
          left join queue_totals t on t.queue_id = q.id
         where n.total > 0 or n.pending > 0
         order by q.name limit c_queues_shown)
    select json_build_object('total', coalesce(sum(n.total), 0), 'pending', coalesce(sum(n.pending), 0),
                             'processing', coalesce(sum(n.processing), 0), 'completed', coalesce(sum(n.completed), 0),
                             'failed', _failed_in(v_queues), 'deadLetter', dead_letters -> 'totalMessages'),
           (select coalesce(json_agg(json_build_object(
                       'id', s.id::text, 'name', s.name, 'namespace', nullif(s.namespace, ''), 'task', nullif(s.task, ''),
                       'partitions', s.partition_count, 'totalConsumed', s.acked) order by s.name), '[]') from shown s),
           greatest(0, count(*) filter (where n.total > 0 or n.pending > 0) - c_queues_shown)
      into messages, queues, queues_left_out
      from counts n;
    return next;
end $$;
