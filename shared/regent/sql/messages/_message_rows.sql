-- Messages as lists show them, without their payloads, in the order in which the caller names them.
create function queen._message_rows(p_partitions bigint[], p_offsets bigint[], p_group text)
returns table (
    id uuid, transaction_id text, partition_id bigint, queue text, partition text, namespace text, task text,
    "offset" bigint, status text, queue_status text, consumed_by bigint, total_groups bigint, trace_id uuid,
    producer_sub text, queue_priority integer, created_at timestamptz, lease_expires_at timestamptz,
    is_encrypted boolean, key text, due_at timestamptz)
language sql stable
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
    select m.id, coalesce(m.transaction_text, m.transaction_key::text), m.partition_id, q.name, p.name, q.namespace,
           q.task, m."offset", s.status, s.queue_status, s.consumed_by, s.total_groups, m.trace_id, m.producer_sub,
           q.priority, m.created_at, s.lease_expires_at, m.is_encrypted, m.key,
           case when s.status = 'delayed' then _due_at(m.created_at, q.delayed_processing, m.available_at) end
      from unnest(p_partitions, p_offsets) with ordinality u(partition_id, "offset", n)
      join messages m on m.partition_id = u.partition_id and m."offset" = u."offset"
      join partitions p on p.id = m.partition_id
      join queues q on q.id = p.queue_id
     cross join lateral _message_state(m.partition_id, m."offset", p_group) s
     order by u.n
$$;
