-- A page of the traces of a message, oldest first, after the trace p_after. At least one row comes, without a
-- trace if there is none; no row if there is no such message. `more`: whether others follow. A page ends before
-- p_max_bytes of data, but has at least one trace.
create function queen.list_traces(
    p_partition bigint, p_key uuid, p_limit integer, p_skip integer, p_after bigint, p_max_bytes bigint)
returns table (
    total bigint, more boolean, id bigint, event_type text, data json, consumer_group text, worker_id text,
    created_at timestamptz, trace_names text[])
language sql stable security definer
set search_path = queen, pg_temp
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
    with message as (
        select m.partition_id, m."offset" from messages m
         where m.partition_id = p_partition and m.transaction_key = p_key),
    page as materialized (
        select t.*, row_number() over (order by t.id) as nth,
               sum(octet_length(t.data::text)) over (order by t.id) as bytes
          from message
         cross join lateral (
               select x.* from message_traces x
                where x.partition_id = message.partition_id and x."offset" = message."offset"
                  and x.id > coalesce(p_after, 0)
                order by x.id offset p_skip limit p_limit + 1) t),
    shown as (
        select p.* from page p where p.nth = 1 or p.nth <= p_limit and p.bytes <= p_max_bytes)
    select (select count(*) from message_traces x
             where x.partition_id = message.partition_id and x."offset" = message."offset"),
           (select count(*) from page) > (select count(*) from shown),
           s.id, s.event_type, s.data, s.consumer_group, s.worker_id, s.created_at,
           (select array_agg(n.name order by n.name) from message_trace_names n where n.trace_id = s.id)
      from message left join shown s on true
     order by s.id
$$;
