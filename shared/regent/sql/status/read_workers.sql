-- How consumers do from p_from to p_to: the points of read_activity, and numbers of the p_queues queues that popped
-- the most. Both are of all queues, or of the one named p_queue. The numbers of a queue: how many of its partitions
-- are leased now, how many messages were handed out and completed as counted, and how long leases took. Of each
-- consumer's row only its last lease counts, if it ended in that time. It looks at each consumer's row.
create function queen.read_workers(p_from timestamptz, p_to timestamptz, p_queue text, p_queues integer)
returns table ("from" timestamptz, "to" timestamptz, bucket_minutes integer, points jsonb, queues jsonb,
               queues_left_out bigint, pending bigint)
language plpgsql volatile security definer set search_path = queen, pg_temp set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
    v_now timestamptz := queen.now();
    v_span record := _chart_span(null, p_from, p_to);
    v_queues bigint[] := _queues_of(p_queue, null, null);
begin
    return query
    with counted as (
        select a.queue_id, sum(a.popped) as popped, sum(a.acked) as acked
          from queue_activity a
         where a.grain = v_span.grain and a.bucket >= v_span.first and a.bucket <= v_span."to"
         group by a.queue_id),
    chosen as (
        select q.id, q.name, q.partition_count, coalesce(c.popped, 0) as popped, coalesce(c.acked, 0) as acked
          from queues q left join counted c on c.queue_id = q.id
         where v_queues is null or q.id = any(v_queues)
         order by coalesce(c.popped, 0) desc, q.name limit p_queues),
    held as (
        select b.queue_id, count(distinct b.partition_id) filter (where b.lease_expires_at > v_now) as leased,
               max(_seconds(b.oldest_at, v_now)) as lag_seconds
          from group_backlogs b group by b.queue_id),
    ended as (
        select g.queue_id, avg(_seconds(c.leased_at, c.released_at)) as average,
               max(_seconds(c.leased_at, c.released_at)) as longest, count(*) as leases
          from consumer_groups g
          join partition_consumers c on c.group_id = g.id
         where c.lease_id is null and c.released_at >= c.leased_at
           and c.released_at >= v_span."from" and c.released_at <= v_span."to"
         group by g.queue_id),
    told as (
        select jsonb_agg(jsonb_build_object(
                   'queueName', q.name, 'popCount', q.popped, 'ackCount', q.acked,
                   'efficiencyPercent', _percent(q.acked, q.popped), 'partitions', q.partition_count,
                   'leasedPartitions', coalesce(h.leased, 0),
                   'utilizationPercent', coalesce(_percent(h.leased, q.partition_count), 0),
                   'leasesEnded', coalesce(e.leases, 0), 'avgProcessingSeconds', round(e.average::numeric, 3),
                   'maxProcessingSeconds', e.longest, 'lagSeconds', coalesce(h.lag_seconds, 0))
                   order by q.popped desc, q.name) as queues
          from chosen q
          left join held h on h.queue_id = q.id
          left join ended e on e.queue_id = q.id)
    select a."from", a."to", a.bucket_minutes, a.points, coalesce(t.queues, '[]'),
           (select greatest(0, count(*) - p_queues) from queues q where v_queues is null or q.id = any(v_queues)),
           (select coalesce(sum(n.pending), 0)::bigint from _queue_counts(v_queues) n)
      from read_activity(null, v_span."from", v_span."to", p_queue, null, null) a, told t;
end $$;
