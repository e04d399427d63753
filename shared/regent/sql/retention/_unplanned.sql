-- The offsets [p_from, p_upto) of a partition that no batch of the archive has, in order: what is behind the last batch,
-- and the gaps between batches. A batch that is given up leaves one. A partition has a thousand at most, so that a plan
-- stays small; what is behind them is planned later.
create function queen._unplanned(p_partition bigint, p_from bigint, p_upto bigint) returns setof int8range
language sql stable as $$
    select u.gap
      from unnest(int8multirange(int8range(p_from, p_upto)) - coalesce((
               select range_agg(int8range(r.from_offset, r.to_offset)) from archive_ranges r
                where r.partition_id = p_partition and r.from_offset < p_upto), '{}')) u(gap)
     order by u.gap limit 1000
$$;
