-- A page of the messages that fit all filters (null: not asked for), newest first. With p_ascending, and of a trace
-- (p_trace) or a transaction key (p_key), it lists them oldest first. p_group: only the partitions that this group
-- follows, and its status instead of the status over all groups. p_min_offset: none with a lower offset; it goes with
-- a partition.
--
-- p_max_bytes: not null where payloads and headers are asked for. The page ends before so many bytes of JSON, but has
-- at least one message. p_max_data: a payload of more bytes is not there; `data_start` has so many of its characters.
-- An encrypted payload is there whole, and one of a queue with masks, which are laid on it later.
--
-- p_contains, p_field, p_value, p_most_bytes, p_sight: see _fitting_places. Lists of a trace or a key have no such filter.
--
-- At least one row comes, without a message if the page is empty. Each row repeats `total` (null where counting
-- would mean reading), how the queues asked for are consumed, the place after which the next page starts, and how far
-- this one looked, where it had to (_page). The
-- page reads one snapshot and follows a place in a total order. So a push or a deletion between two pages makes no
-- other message come twice or not at all.
create function queen.list_messages(
    p_queue text, p_partition text, p_namespace text, p_task text, p_group text, p_status text,
    p_trace uuid, p_key uuid, p_from timestamptz, p_to timestamptz, p_limit integer, p_skip integer,
    p_after timestamptz, p_after_partition bigint, p_after_offset bigint, p_most integer,
    p_ascending boolean default false, p_min_offset bigint default null, p_max_bytes bigint default null,
    p_max_data integer default null, p_contains text default null, p_field text[] default null,
    p_value text default null, p_most_bytes bigint default null, p_sight text[] default '{all}')
returns table (
    total bigint, has_queue_mode boolean, bus_groups bigint,
    next_at timestamptz, next_partition bigint, next_offset bigint, next_skip integer,
    looked integer, looked_to timestamptz, sealed integer,
    id uuid, transaction_id text, partition_id bigint, queue text, partition text, namespace text, task text,
    "offset" bigint, status text, queue_status text, consumed_by bigint, total_groups bigint, trace_id uuid,
    producer_sub text, queue_priority integer, created_at timestamptz, lease_expires_at timestamptz,
    is_encrypted boolean, key text, due_at timestamptz, payload json, data_start text,
    data_bytes bigint, headers json, payloads text, mask_paths text[])
language plpgsql stable security definer
set search_path = queen, pg_temp set plan_cache_mode = force_custom_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
#variable_conflict use_column
declare
    v_page record;
    v_fit record;
begin
    if num_nonnulls(p_trace, p_key) > 0 then
        v_page := _pipeline_page(
            p_queue, p_partition, p_namespace, p_task, p_group, p_status, p_trace, p_key, p_from, p_to, p_limit, p_skip,
            p_after, p_after_partition, p_after_offset);
    else
        v_page := _page(
            p_queue, p_partition, p_namespace, p_task, p_group, p_status, p_from, p_to, p_limit, p_skip,
            p_after, p_after_partition, p_after_offset, p_most, p_ascending, p_min_offset,
            p_contains, p_field, p_value, p_most_bytes, p_sight);
    end if;
    if p_max_bytes is not null then
        v_fit := _fitting_messages(v_page.partition_ids, v_page.offsets, p_max_bytes, p_max_data);
        if v_fit.fitting < cardinality(v_page.offsets) then
            v_page.partition_ids := v_page.partition_ids[:v_fit.fitting];
            v_page.offsets := v_page.offsets[:v_fit.fitting];
            v_page.next_at := v_fit.last_at;
            v_page.next_partition := v_page.partition_ids[v_fit.fitting];
            v_page.next_offset := v_page.offsets[v_fit.fitting];
            v_page.next_skip := 0;
        end if;
    end if;
    return query
    select v_page.total, consumed.by_all, consumed.by_groups, v_page.next_at, v_page.next_partition, v_page.next_offset,
           v_page.next_skip, v_page.looked, v_page.looked_to, v_page.sealed, r.*,
           case when c.cut is not true then m.payload end, case when c.cut then left(m.payload::text, p_max_data) end,
           c.bytes, m.headers, o.payloads, o.mask_paths
      from (select coalesce(bool_or(g.name = '__QUEUE_MODE__'), false) as by_all,
                   count(distinct g.name) filter (where g.name <> '__QUEUE_MODE__') as by_groups
              from queues q join consumer_groups g on g.queue_id = q.id
             where (p_queue is null or q.name = p_queue)
               and (p_namespace is null or q.namespace = p_namespace)
               and (p_task is null or q.task = p_task)) consumed
      left join _message_rows(v_page.partition_ids, v_page.offsets, p_group) r on true
      left join messages m
        on p_max_bytes is not null and m.partition_id = r.partition_id and m."offset" = r."offset"
      left join queues o on p_max_bytes is not null and o.name = r.queue
      left join lateral (
           select t.bytes, not m.is_encrypted and o.mask_paths = '{}' and t.bytes > p_max_data as cut from (
                  select case when pg_column_size(m.payload) < 10000 then octet_length(m.payload::text)
                              else _text_bytes(m.payload) end as bytes) t) c on true;
end $$;
