-- The snapshots that are kept, the newest first, each with the sums of the whole system: those before p_before.
-- partitions_kept: whether its partitions can still be listed, too.
create function queen.list_lag_snapshots(p_before timestamptz, p_limit integer)
returns table (captured_at timestamptz, partitions bigint, lagging_partitions bigint, offset_lag bigint,
               verdict text, partitions_kept boolean)
language sql stable security definer set search_path = queen, pg_temp set enable_seqscan = off
as $$
    select l.captured_at, l.partitions, l.lagging_partitions, l.offset_lag, l.verdict,
           l.captured_at >= coalesce((select min(k.captured_at) from lag_partitions k), 'infinity')
      from lag_snapshots l
     where l.scope = 'system' and l.queue_name = '' and l.consumer_group = '' and l.namespace = ''
       and (p_before is null or l.captured_at < p_before)
     order by l.captured_at desc limit p_limit
$$;
