-- How many messages of a page fit into an answer of p_max_bytes with their payloads, and when the last one of them was
-- created. One message always fits. p_max_data: the answer has no more characters of a payload, unless it is there whole
-- (list_messages.sql).
create function queen._fitting_messages(
    p_partitions bigint[], p_offsets bigint[], p_max_bytes bigint, p_max_data integer,
    out fitting integer, out last_at timestamptz)
language sql stable
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
    -- 800: the bytes of a message around its payload, without the names in it.
    select count(*)::integer, (array_agg(s.created_at order by s.n desc))[1]
      from (select u.n, m.created_at,
                   sum(800 + least(_text_bytes(m.payload), case when not m.is_encrypted and q.mask_paths = '{}' then 6 * p_max_data end)
                       + coalesce(_text_bytes(m.headers), 0)
                       + 6 * octet_length(concat(m.key, m.transaction_text, m.producer_sub, q.name, q.name, p.name,
                                                 p.name, q.namespace, q.task))) over (order by u.n) as bytes
              from unnest(p_partitions, p_offsets) with ordinality u(partition_id, "offset", n)
              join messages m on m.partition_id = u.partition_id and m."offset" = u."offset"
              join partitions p on p.id = m.partition_id
              join queues q on q.id = p.queue_id) s
     where s.n = 1 or s.bytes <= p_max_bytes
$$;
