-- Turns dead letters into messages, for a redrive that holds the partitions they go to. It leaves out letters that
-- another session holds at this moment (a redrive to another queue, a purge). All letters of one message make one
-- new message; its headers tell of the newest letter.
create function queen._move_letters(
    p_letters bigint[], p_queue text, p_sources bigint[], p_targets bigint[], p_ids uuid[], p_sealed jsonb)
returns table (
    partition_id bigint, "offset" bigint, message_id uuid, letters integer,
    source_partition_id bigint, source_offset bigint)
language sql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
    with held as materialized (
        select d.id from dead_letter_queue d where d.id = any(p_letters) order by d.id for update skip locked),
    gone as (
        delete from dead_letter_queue d using held where d.id = held.id returning d.*),
    newest as (
        select distinct on (g.partition_id, g."offset") g.*,
               count(*) over (partition by g.partition_id, g."offset")::integer as letters
          from gone g order by g.partition_id, g."offset", g.id desc),
    placed as materialized (
        select n.partition_id, n."offset", n.trace_id, n.producer_sub, n.key, n.letters, u.target,
               n.is_encrypted or p_sealed -> n.id::text is not null as is_encrypted,
               coalesce((p_sealed -> n.id::text)::text::json, n.payload) as payload,
               _redriven_headers(n.headers, jsonb_build_object(
                   'queue', p_queue, 'partition', s.name, 'offset', n."offset", 'consumerGroup', g.name,
                   'transactionId', coalesce(n.transaction_text, n.transaction_key::text), 'messageId', n.message_id,
                   'failedAt', _instant(n.failed_at), 'reason', n.reason)) as headers,
               row_number() over (order by n.partition_id, n."offset") as nth,
               row_number() over (partition by n.partition_id order by n."offset") - 1 as place
          from newest n
          join unnest(p_sources, p_targets) u(source, target) on u.source = n.partition_id
          join partitions s on s.id = n.partition_id
          join consumer_groups g on g.id = n.group_id),
    numbered as (
        update partitions p
           set head = p.head + t.n, last_activity = greatest(p.last_activity, (select queen.now())),
               largest = greatest(case when p.tail < p.head then p.largest end, t.largest),
               delayed_until = case when p.tail < p.head then p.delayed_until end
          from (select l.target, count(*) as n,
                       max(_most_bytes(l.payload::text, l.headers::text, concat(l.key, l.producer_sub))) as largest
                  from placed l group by l.target) t
         where p.id = t.target
        returning p.id, p.head - t.n as base, p.last_activity),
    stored as (
        insert into messages (partition_id, "offset", created_at, id, transaction_key, trace_id, is_encrypted,
                              producer_sub, key, headers, payload)
        select n.id, n.base + l.place, n.last_activity, p_ids[l.nth], p_ids[l.nth], l.trace_id,
               l.is_encrypted, l.producer_sub, l.key, l.headers, l.payload
          from placed l join numbered n on n.id = l.target)
    select l.target, n.base + l.place, p_ids[l.nth], l.letters, l.partition_id, l."offset"
      from placed l join numbered n on n.id = l.target
     order by l.nth
$$;
