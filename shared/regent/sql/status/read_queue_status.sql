-- A queue with its totals, and a page of its partitions by name behind p_after. Of a partition it has the messages
-- that are kept, and those that are open for the group with the most left to do there. If no group has come yet, all
-- that are kept are open. The page is always of now. The totals of a large queue are those of the last count: `as_of`,
-- `age_seconds` and p_live are as in read_status. Each partition of the page is a row; an empty page is one row without
-- a partition.
create function queen.read_queue_status(
    p_queue text, p_after text, p_offset integer, p_limit integer, p_live boolean default false)
returns table (
    queue json, totals jsonb, partition_count integer, partition_id bigint, name text, created_at timestamptz,
    last_activity timestamptz, oldest_message timestamptz, total bigint, pending bigint, processing bigint,
    completed bigint, failed bigint, dead_letter bigint, consumed bigint,
    as_of timestamptz, age_seconds double precision)
language plpgsql stable security definer set search_path = queen, pg_temp set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
    v_queue queues;
    v_totals jsonb;
    v_counted_at timestamptz;
begin
    select q.* into v_queue from queues q where q.id = _require_queue(p_queue);
    v_counted_at := _counted_at(array[v_queue.id], p_live);
    if v_counted_at is not null then
        v_totals := _counted_totals(array[v_queue.id]) - 'depth';
    else
        select jsonb_build_object('total', coalesce(sum(n.total), 0), 'pending', coalesce(sum(n.pending), 0),
                                 'processing', coalesce(sum(n.processing), 0), 'completed', coalesce(sum(n.completed), 0),
                                 'failed', _failed_in(array[v_queue.id]), 'deadLetter', (
                                     select count(*) from consumer_groups g join dead_letter_queue d on d.group_id = g.id
                                      where g.queue_id = v_queue.id))
          into v_totals from _queue_counts(array[v_queue.id]) n;
    end if;
    return query
    select json_build_object(
               'id', v_queue.id::text, 'name', v_queue.name, 'namespace', nullif(v_queue.namespace, ''),
               'task', nullif(v_queue.task, ''), 'priority', v_queue.priority,
               'createdAt', _instant(v_queue.created_at), 'config', json_build_object(
                   'leaseTime', v_queue.lease_time, 'retryLimit', v_queue.retry_limit,
                   'retryDelay', v_queue.retry_delay, 'ttl', v_queue.ttl, 'maxQueueSize', v_queue.max_queue_size,
                   'deadLetterQueue', v_queue.dead_letter_queue)),
           v_totals, v_queue.partition_count, p.id, p.name, p.created_at, p.last_activity,
           case when s.group_id is null and p.kept > 0 then _oldest_at(p.id, p.tail, null) else s.oldest_at end, p.kept,
           coalesce(s.open - s.processing, p.kept), coalesce(s.processing, 0),
           greatest(0, p.kept - coalesce(s.open, p.kept) - d.done), f.failed, d.dead, coalesce(s.acked, 0)::bigint,
           v_counted_at, _seconds(v_counted_at, queen.now())
      from (values (1)) always(one)
      left join (
           select r.id, r.name, r.created_at, r.last_activity, r.head, r.tail, r.removed, r.head - r.tail - r.removed as kept
             from partitions r
            where r.queue_id = v_queue.id and (p_after is null or r.name > p_after)
            order by r.name offset p_offset limit p_limit) p on true
      left join lateral (
           select c.group_id, c.first, c.completed, c.open, c.processing, sum(c.acked) over () as acked,
                  case when c.open > 0 then _oldest_at(p.id, c.first, null) end as oldest_at
             from (select w.group_id, w.acked, w.first, w.completed, _open_in(w.completed, w.first, p.head) as open,
                          case when w.lease_expires_at > queen.now()
                               then _open_in(w.completed, w.first, w.batch_end) else 0 end as processing
                     from (select c.group_id, c.acked, c.completed, c.batch_end, greatest(c.committed, p.tail) as first,
                                  case when c.lease_id is not null then c.lease_expires_at end as lease_expires_at
                             from partition_consumers c where c.partition_id = p.id) w) c
            order by c.open desc, c.processing, c.group_id limit 1) s on true
      left join lateral (
           select count(*) as failed
             from attempts a join partition_consumers c
               on c.partition_id = a.partition_id and c.group_id = a.group_id and a."offset" >= c.committed
            where a.partition_id = p.id and (c.completed is null or not c.completed @> a."offset")) f on true
      left join lateral (
           select count(*) as dead, count(distinct l."offset") filter (
                      where l."offset" >= p.tail
                        and (p.removed = 0 or exists (
                                select from messages m where m.partition_id = p.id and m."offset" = l."offset"))
                        and (s.open is null or s.open = 0 or l."offset" < s.first or s.completed @> l."offset")) as done
             from dead_letter_queue l where l.partition_id = p.id) d on true
     order by p.name;
end $$;
