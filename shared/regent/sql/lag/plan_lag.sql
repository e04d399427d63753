-- Ranges of partitions for the lag job's readers, with about equally many consumers' rows in each: p_pieces of them,
-- but fewer where one would have less than p_least_rows, and more where one would have over p_most_rows (each is read
-- by one statement, which may not take long). A partition weighs as much as its queue has groups, and one for itself.
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
