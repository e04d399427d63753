-- Cuts the partitions into ranges for the lag job's readers, with about equally many consumers' rows in each. There
-- are p_pieces ranges, but fewer if one would have less than p_least_rows, and more if one would have over
-- p_most_rows. One statement reads a range and may not take long. A partition weighs one, and one more for each
-- group of its queue.
create function queen.plan_lag(p_pieces integer, p_least_rows integer, p_most_rows integer)
returns table (first_partition bigint, last_partition bigint, weight bigint)
language sql volatile security definer set search_path = queen, pg_temp
as $$
    with weights as (
        select p.id, 1 + coalesce(g.groups, 0) as weight
          from partitions p
          left join (select c.queue_id, count(*) as groups from consumer_groups c group by c.queue_id) g
            on g.queue_id = p.queue_id),
    places as (
        select w.id, w.weight, sum(w.weight) over (order by w.id) - w.weight as before, sum(w.weight) over () as total
          from weights w)
    select min(l.id), max(l.id), sum(l.weight)::bigint
      from places l
     cross join lateral (
           select greatest(1, least(p_pieces, l.total / p_least_rows), ceil(l.total / p_most_rows)) as pieces) n
     group by div(l.before * n.pieces, l.total)
     order by min(l.id)
$$;
