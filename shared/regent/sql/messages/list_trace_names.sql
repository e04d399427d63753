-- A page of the names that traces have, in their order, after p_after: how many traces and messages each has, and
-- when it was used last. At least one row comes, without a name if there is none. One index probe finds each name;
-- only the names of the page are counted.
create function queen.list_trace_names(p_limit integer, p_skip integer, p_after text)
returns table (total bigint, trace_name text, trace_count bigint, message_count bigint, last_seen timestamptz)
language sql stable security definer
set search_path = queen, pg_temp
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
    with recursive named as (
        (select n.name from message_trace_names n order by n.name limit 1)
        union all
        select (select n.name from message_trace_names n where n.name > named.name order by n.name limit 1)
          from named where named.name is not null),
    page as (
        select named.name from named
         where named.name is not null and (p_after is null or named.name > p_after)
         order by named.name offset p_skip limit p_limit)
    select (select count(named.name) from named), p.name, c.traces, c.messages,
           (select t.created_at from message_traces t where t.id = c.newest)
      from (values (1)) always(one)
      left join (page p
                 cross join lateral (
                       select count(*) as traces, count(distinct (n.partition_id, n."offset")) as messages,
                              max(n.trace_id) as newest
                         from message_trace_names n where n.name = p.name) c) on true
     order by p.name
$$;
