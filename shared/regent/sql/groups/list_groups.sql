-- A row for each group on each queue, by both names, after (p_after_group, p_after_queue): its lag, its state and
-- its subscription. p_limit counts rows. With p_by_group it counts groups, which then come whole: at most 2,000
-- rows of them, or the first group alone. All groups are sorted, but only those of the page are looked into.
--
-- Lag and state are counted now if the page's queues are small together, or if p_live insists, and for a group that
-- was not counted yet: then `as_of` is null. Else they are as they were then, `age_seconds` ago (_counted_at).
create function queen.list_groups(
    p_queue text, p_namespace text, p_prefix text, p_by_group boolean, p_limit integer,
    p_after_group text, p_after_queue text, p_live boolean default false)
returns table (
    name text, queue_name text, members bigint, partitions_with_lag bigint, total_lag bigint, max_time_lag bigint,
    state text, paused_at timestamptz, subscription_mode text, subscription_timestamp text,
    subscription_created_at timestamptz, more boolean, as_of timestamptz, age_seconds double precision)
language sql stable security definer
set search_path = queen, pg_temp set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
    with numbered as (
        select g.id, g.queue_id, g.name, g.whole_queue, g.paused_at, q.name as queue_name, q.namespace, q.task,
               case when p_by_group then dense_rank() over (order by g.name)
                    else row_number() over (order by g.name, q.name) end as place,
               count(*) over (order by g.name) as rows_with_it
          from consumer_groups g join queues q on q.id = g.queue_id
         where (p_queue is null or q.name = p_queue)
           and (p_namespace is null or q.namespace = p_namespace)
           and (p_prefix is null or starts_with(g.name, p_prefix))
           and (p_after_group is null or g.name > p_after_group
                or not p_by_group and g.name = p_after_group and q.name > p_after_queue)),
    judged as materialized (
        select n.*, n.place <= p_limit and (not p_by_group or n.place = 1 or n.rows_with_it <= 2000) as fits
          from numbered n),
    counted as materialized (
        select _counted_at(array(select distinct j.queue_id from judged j where j.fits), p_live) is not null as is_read)
    select j.name, j.queue_name, s.members, s.partitions_with_lag, s.total_lag, s.max_time_lag, s.state, j.paused_at,
           m.subscription_mode, _instant(m.subscription_timestamp), m.created_at,
           exists (select from judged o where not o.fits), s.as_of, _seconds(s.as_of, queen.now())
      from judged j
     cross join counted c
     cross join lateral _group_standing(j.id, j.queue_id, j.paused_at, c.is_read) s
      left join lateral _shown_subscription(j.name, j.queue_name, j.namespace, j.task, j.whole_queue) m on true
     where j.fits
     order by j.name, j.queue_name
$$;
