-- A page of the partitions in which groups were behind: in the last snapshot until p_at, or in that of p_after_at, by
-- p_least_seconds and less than p_below_seconds (null: any). With p_since only those that began to fail: they are stalled
-- or stopped, and were neither in the last snapshot until p_since. If that one's partitions are not kept, nothing is
-- told, as all would seem to have begun. The greatest lag comes first, and the page starts behind the given key. Groups
-- and partitions that were deleted since are left out. An empty page is one row without a partition, so that the
-- snapshot's instant always comes. kept_since: partitions of older snapshots are not kept.
create function queen.list_lag_partitions(
    p_queue text, p_group text, p_verdict text, p_at timestamptz, p_least_seconds double precision,
    p_below_seconds double precision, p_since timestamptz, p_after_at timestamptz, p_after_lag bigint, p_after_group_id bigint,
    p_after_partition bigint, p_offset integer, p_limit integer)
returns table (
    captured_at timestamptz, kept_since timestamptz, queue_name text, consumer_group text, partition text, partition_id bigint,
    group_key bigint, head bigint, "position" bigint, offset_lag bigint, delayed bigint, due_at timestamptz,
    time_lag_seconds double precision, arrival_per_second double precision, consumption_per_second double precision,
    seconds_to_drain double precision, verdict text)
language sql stable security definer set search_path = queen, pg_temp
as $$
    with taken as materialized (select coalesce(p_after_at, _last_lag_snapshot(p_at)) as at, _last_lag_snapshot(p_since) as before,
                                    (select min(k.captured_at) from lag_partitions k) as kept_since),
    -- The joins leave out what was deleted: a queue goes with its groups and partitions, a partition also alone.
    page as materialized (
        select l.*, g.name as consumer_group, q.name as queue_name, p.name as partition
          from taken t
          join lag_partitions l on l.captured_at = t.at
          join consumer_groups g on g.id = l.group_id
          join queues q on q.id = g.queue_id
          join partitions p on p.id = l.partition_id
         where (p_queue is null or q.name = p_queue)
           and (p_group is null or g.name = p_group)
           and (p_verdict is null or l.verdict = p_verdict)
           and (p_least_seconds is null or l.time_lag_seconds >= p_least_seconds)
           and (p_below_seconds is null or l.time_lag_seconds < p_below_seconds)
           and (p_since is null or t.before >= t.kept_since and l.verdict in ('stalled', 'stopped') and not exists (
                   select from lag_partitions e
                    where e.captured_at = t.before and e.group_id = l.group_id and e.partition_id = l.partition_id
                      and e.verdict in ('stalled', 'stopped')))
           and (p_after_lag is null or (-l.offset_lag, l.group_id, l.partition_id)
                                       > (-p_after_lag, p_after_group_id, p_after_partition))
         order by l.offset_lag desc, l.group_id, l.partition_id offset p_offset limit p_limit)
    select t.at, t.kept_since, p.queue_name, p.consumer_group, p.partition, p.partition_id, p.group_id, p.head, p.position,
           p.offset_lag, p.delayed, p.due_at, p.time_lag_seconds, p.arrival_per_second, p.consumption_per_second,
           p.seconds_to_drain, p.verdict
      from taken t left join page p on true
     order by p.offset_lag desc, p.group_id, p.partition_id
$$;
