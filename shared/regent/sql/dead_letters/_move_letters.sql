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
        select n.*, u.target, row_number() over (order by n.partition_id, n."offset") as nth,
               row_number() over (partition by n.partition_id order by n."offset") - 1 as place
          from newest n join unnest(p_sources, p_targets) u(source, target) on u.source = n.partition_id),
    numbered as (
        update partitions p
           set head = p.head + t.n, last_activity = greatest(p.last_activity, (select queen.now()))
          from (select l.target, count(*) as n from placed l group by l.target) t where p.id = t.target
        returning p.id, p.head - t.n as base, p.last_activity),
    stored as (
        insert into messages (partition_id, "offset", created_at, id, transaction_key, trace_id, is_encrypted,
                              producer_sub, key, headers, payload)
        select n.id, n.base + l.place, n.last_activity, p_ids[l.nth], p_ids[l.nth], l.trace_id,
               l.is_encrypted or p_sealed -> l.id::text is not null, l.producer_sub, l.key,
               _redriven_headers(l.headers, jsonb_build_object(
                   'queue', p_queue, 'partition', s.name, 'offset', l."offset", 'consumerGroup', g.name,
                   'transactionId', coalesce(l.transaction_text, l.transaction_key::text), 'messageId', l.message_id,
                   'failedAt', _instant(l.failed_at), 'reason', l.reason)),
               coalesce((p_sealed -> l.id::text)::text::json, l.payload)
          from placed l
          join numbered n on n.id = l.target
          join partitions s on s.id = l.partition_id
          join consumer_groups g on g.id = l.group_id)
    select l.target, n.base + l.place, p_ids[l.nth], l.letters, l.partition_id, l."offset"
      from placed l join numbered n on n.id = l.target
     order by l.nth
$$;
