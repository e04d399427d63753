-- How many partitions had a lag of each bucket, snapshot by snapshot, the oldest first: one rollup from p_from to p_to
-- (null: any). Of more snapshots than p_columns it has every second one, or every third …, and always the last.
-- partitions_kept: whether the partitions of that snapshot can still be listed.
create function queen.read_lag_heatmap(
    p_scope text, p_namespace text, p_queue text, p_group text, p_from timestamptz, p_to timestamptz,
    p_columns integer)
returns table (captured_at timestamptz, lagging_partitions bigint, histogram bigint[], partitions_kept boolean)
language sql stable security definer set search_path = queen, pg_temp set enable_seqscan = off
as $$
    with points as (
        select l.captured_at, l.lagging_partitions, l.histogram,
               row_number() over (order by l.captured_at desc) - 1 as back, count(*) over () as points
          from lag_snapshots l
         where l.scope = p_scope and l.queue_name = coalesce(p_queue, '') and l.consumer_group = coalesce(p_group, '')
           and (p_scope in ('consumer', 'queue') or l.namespace = coalesce(p_namespace, ''))
           and (p_from is null or l.captured_at >= p_from) and (p_to is null or l.captured_at <= p_to))
    select p.captured_at, p.lagging_partitions, p.histogram,
           p.captured_at >= coalesce((select min(k.captured_at) from lag_partitions k), 'infinity')
      from points p
     where p.back % ceil(p.points::numeric / p_columns) = 0
     order by p.captured_at
$$;
