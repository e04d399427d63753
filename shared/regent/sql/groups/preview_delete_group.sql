-- Says what `delete_group` would do, without doing it: no row is written or locked. A row for each queue of the group
-- (at most 1,000, those with leases first), and one without a queue if it has none; the sums are on each of them.
-- skipped and again: if the group's next pop asks for nothing, it starts as its record says that stays, else as p_mode.
-- It looks at p_most partitions, which the queues share, and at as many dead letters; at_least: there are more.
create function queen.preview_delete_group(p_group text, p_queue text, p_records boolean, p_mode text, p_most bigint)
returns table (
    partitions bigint, dead_letters bigint, subscriptions bigint, subscriptions_kept bigint,
    next_mode text, next_timestamp text, members bigint, at_least boolean, queue text, consumer_group text,
    skipped bigint, again bigint, held bigint, held_until timestamptz)
language sql stable security definer
set search_path = queen, pg_temp set plan_cache_mode = force_custom_plan
as $$
    with asked as materialized (
        select g.id, q.id as queue_id, q.name, q.namespace, q.task, q.partition_count, count(*) over () as n
          from consumer_groups g join queues q on q.id = g.queue_id
         where g.name = p_group and (p_queue is null or q.name = p_queue)),
    place as materialized (
        select a.name, a.partition_count, greatest(1, p_most / a.n) as most, m.*, letters.n as letters
          from asked a
          left join lateral (       -- of the records that stay
                select r.subscription_mode as mode, r.subscription_timestamp as since
                  from _subscription(p_group, case when not p_records then a.name end, '', a.namespace, a.task) r
                 where p_queue is not null or not p_records) kept on true
         cross join lateral _moved_delivery(
               a.queue_id, null, a.id, case coalesce(kept.mode, p_mode) when 'all' then 'beginning'
                                            else case when kept.mode is null then 'end' else 'timestamp' end end,
               kept.since, null, greatest(1, p_most / a.n)) m
         cross join lateral (
               select count(*) as n from (select from dead_letter_queue d where d.group_id = a.id
                                           limit greatest(1, p_most / a.n) + 1) d) letters),
    record as (
        select count(*) as n from consumer_groups_metadata m
         where m.consumer_group = p_group and (p_queue is null or m.queue_name = p_queue)),
    total as (
        select coalesce(sum(p.places), 0)::bigint as places,
               coalesce(sum(least(p.letters, p.most)), 0)::bigint as letters,
               coalesce(bool_or(p.partition_count > p.most or p.letters > p.most), false) as at_least
          from place p)
    select t.places, t.letters, case when p_records then record.n else 0 end,
           case when p_records then 0 else record.n end,
           next.subscription_mode, _instant(next.subscription_timestamp), _live_members(p_group), t.at_least,
           p.name, p_group, p.skipped, p.again, p.held, p.held_until
      from total t cross join record
      left join (select o.* from place o order by o.held > 0 desc, o.skipped + o.again desc, o.name limit 1000) p on true
      left join queues q on q.name = p_queue
      left join lateral (
            select r.subscription_mode, r.subscription_timestamp
              from _subscription(p_group, case when not p_records then p_queue end, '',
                                 coalesce(q.namespace, ''), coalesce(q.task, '')) r
             where p_queue is not null) next on true
$$;
