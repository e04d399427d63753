-- A page of the dead letters that a filter asks for (_matching_dead_letters), newest first, below the id p_before.
-- Like a pop's answer it is bounded by bytes, but one letter always fits; `more` says whether others follow.
-- `total` is null if there are more than p_counted, because counting them would cost more than the page. A page
-- without letters is one row without an id.
create function queen.list_dead_letters(
    p_filter jsonb, p_before bigint, p_limit integer, p_offset integer, p_max_bytes bigint, p_counted bigint)
returns table (
    total bigint, more boolean, id bigint, transaction_id text, partition_id bigint, queue text, partition text,
    "offset" bigint, consumer_group text, message_id uuid, error_message text, reason text, retry_count integer,
    data text, producer_sub text, trace_id uuid, created_at timestamptz, failed_at timestamptz,
    is_encrypted boolean, headers json, key text, fingerprint text, last_attempts jsonb,
    payloads text, mask_paths text[])
language sql stable security definer
set search_path = queen, pg_temp set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
    with counted as (
        select case when count(*) <= p_counted then count(*) end as total
          from _matching_dead_letters(p_filter, null, p_counted + 1)),
    page as materialized (
        select m.id, row_number() over (order by m.id desc) as nth
          from (select i from _matching_dead_letters(p_filter, p_before, p_offset + p_limit + 1) i
                 order by i desc offset p_offset) m(id)),
    sized as materialized (
        select page.nth, d.id, coalesce(d.transaction_text, d.transaction_key::text) as transaction_id, d.partition_id,
               q.name as queue, p.name as partition, d."offset", g.name as consumer_group, d.message_id,
               d.error_message, d.reason, d.retry_count, d.payload, d.producer_sub, d.trace_id, d.created_at,
               d.failed_at, d.is_encrypted, d.headers, d.key, d.fingerprint,
               coalesce(d.attempts, '[]') as last_attempts, q.payloads, q.mask_paths,
               sum(700 + octet_length(to_json(concat(q.name, p.name, g.name, d.error_message, d.key, d.fingerprint,
                                                     d.attempts, d.transaction_text, d.producer_sub))::text)
                   + _text_bytes(d.payload) + coalesce(_text_bytes(d.headers), 0)) over (order by page.nth) as bytes
          from page
          join dead_letter_queue d on d.id = page.id
          join consumer_groups g on g.id = d.group_id
          join partitions p on p.id = d.partition_id
          join queues q on q.id = p.queue_id),
    fitting as (
        select s.* from sized s where s.nth <= p_limit and (s.bytes <= p_max_bytes or s.nth = 1))
    select counted.total, (select count(*) from sized) > (select count(*) from fitting), f.id, f.transaction_id,
           f.partition_id, f.queue, f.partition, f."offset", f.consumer_group, f.message_id, f.error_message, f.reason,
           f.retry_count, f.payload::text, f.producer_sub, f.trace_id, f.created_at, f.failed_at, f.is_encrypted,
           f.headers, f.key, f.fingerprint, f.last_attempts, f.payloads, f.mask_paths
      from counted left join fitting f on true
     order by f.id desc
$$;
