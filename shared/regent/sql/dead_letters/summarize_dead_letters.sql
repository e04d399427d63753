-- How many dead letters there are, which groups have them (the p_groups largest), and of which errors they died
-- (the p_errors most frequent). It has to read every letter of the groups that are asked for.
create function queen.summarize_dead_letters(p_filter jsonb, p_groups integer, p_errors integer)
returns table (count bigint, oldest_failed_at timestamptz, newest_failed_at timestamptz, groups json, errors json)
language sql stable security definer set search_path = queen, pg_temp as $$
    with asked as materialized (
        select g.id, g.name, q.name as queue from consumer_groups g join queues q on q.id = g.queue_id
         where g.id = any(coalesce(_dead_letter_groups(p_filter), array(select a.id from consumer_groups a)))),
    letter as (
        select asked.queue, asked.name as consumer_group, d.error_message, d.failed_at
          from dead_letter_queue d join asked on asked.id = d.group_id),
    cell as materialized (  -- reads the letters once for the whole answer
        select l.queue, l.consumer_group, l.error_message, count(*) as n, min(l.failed_at) as oldest,
               max(l.failed_at) as newest
          from letter l group by l.queue, l.consumer_group, l.error_message)
    select coalesce(sum(c.n), 0)::bigint, min(c.oldest), max(c.newest),
           (select coalesce(json_agg(json_build_object(
                       'queue', g.queue, 'consumerGroup', g.consumer_group, 'count', g.n,
                       'oldestFailedAt', _instant(g.oldest), 'newestFailedAt', _instant(g.newest))
                       order by g.n desc, g.queue, g.consumer_group), '[]')
              from (select a.queue, a.consumer_group, sum(a.n)::bigint as n, min(a.oldest) as oldest,
                           max(a.newest) as newest
                      from cell a group by a.queue, a.consumer_group
                     order by n desc, a.queue, a.consumer_group limit p_groups) g),
           (select coalesce(json_agg(json_build_object(
                       'errorMessage', e.error_message, 'count', e.n, 'lastSeenAt', _instant(e.newest))
                       order by e.n desc, e.newest desc, e.error_message), '[]')
              from (select a.error_message, sum(a.n)::bigint as n, max(a.newest) as newest
                      from cell a group by a.error_message
                     order by n desc, newest desc, a.error_message limit p_errors) e)
      from cell c
$$;
