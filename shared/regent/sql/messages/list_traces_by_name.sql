-- A page of the traces under a name, oldest first, after the trace p_after, each with the message that it is
-- about. At least one row comes, without a trace if there is none. `more`: whether others follow. A page ends
-- before p_max_bytes of data and payloads, but has at least one trace.
create function queen.list_traces_by_name(
    p_name text, p_limit integer, p_skip integer, p_after bigint, p_max_bytes bigint)
returns table (
    total bigint, more boolean, id bigint, event_type text, data json, consumer_group text, worker_id text,
    created_at timestamptz, trace_names text[], transaction_id text, partition_id bigint, queue_name text,
    partition_name text, message_payload json, is_encrypted boolean,
    payloads text, mask_paths text[])
language sql stable security definer
set search_path = queen, pg_temp
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
    with page as materialized (
        select n.trace_id, n.partition_id, n."offset", row_number() over (order by n.trace_id) as nth,
               sum(octet_length(t.data::text) + coalesce(_text_bytes(m.payload), 0)) over (order by n.trace_id) as bytes
          from (select x.trace_id, x.partition_id, x."offset" from message_trace_names x
                 where x.name = p_name and x.trace_id > coalesce(p_after, 0)
                 order by x.trace_id offset p_skip limit p_limit + 1) n
          join message_traces t on t.id = n.trace_id
          left join messages m on m.partition_id = n.partition_id and m."offset" = n."offset"),
    shown as (
        select p.* from page p where p.nth = 1 or p.nth <= p_limit and p.bytes <= p_max_bytes)
    select (select count(*) from message_trace_names x where x.name = p_name),
           (select count(*) from page) > (select count(*) from shown),
           t.id, t.event_type, t.data, t.consumer_group, t.worker_id, t.created_at,
           (select array_agg(n.name order by n.name) from message_trace_names n where n.trace_id = t.id),
           coalesce(m.transaction_text, m.transaction_key::text), p.id, q.name, p.name, m.payload, m.is_encrypted,
           q.payloads, q.mask_paths
      from (values (1)) always(one)
      left join (shown s
                 join message_traces t on t.id = s.trace_id
                 join partitions p on p.id = s.partition_id
                 join queues q on q.id = p.queue_id
                 left join messages m on m.partition_id = s.partition_id and m."offset" = s."offset") on true
     order by t.id
$$;
