-- The lag of read_overview when the queues were counted last: over the places where a group was behind, the age of the
-- oldest open message (`time`), and how many are open (`offset`). Averages, least and greatest are exact. A median is
-- exact for one queue. Of many, it is found in the 21 quantiles that each queue has, and its rank is off by one
-- twentieth at most.
create function queen._counted_lag() returns json
language sql stable as $$
    with queues as materialized (
        select c.* from counted_queues c join queues q on q.id = c.queue_id where c.places > 0),
    spreads as (
        select k.key, v.value, sum(q.places) over (partition by k.key order by v.value) as below,
               sum(q.places) over (partition by k.key) as all_places
          from queues q
         cross join lateral (values ('time', q.lag_spread), ('offset', q.open_spread)) k(key, spread)
         cross join lateral unnest(k.spread) v(value)),
    medians as (
        select s.key, min(s.value) filter (where 2 * s.below >= s.all_places) as median,
               min(s.value) as least, max(s.value) as greatest
          from spreads s group by s.key),
    averages as (
        select 'time' as key, sum(q.lag_seconds) / sum(q.places) as average from queues q
        union all
        select 'offset', (sum(q.open_messages) / sum(q.places))::double precision from queues q)
    select json_object_agg(a.key, json_build_object(
               'avg', coalesce(a.average, 0), 'median', coalesce(m.median, 0), 'min', coalesce(m.least, 0),
               'max', coalesce(m.greatest, 0)))
      from averages a left join medians m on m.key = a.key
$$;
