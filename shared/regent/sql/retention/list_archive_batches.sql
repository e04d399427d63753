-- Batches of the archive, the newest first, behind the given id: of all queues and statuses, or of those named. An id
-- is a UUIDv7, so its order is that of planning. Messages and bytes are those of the files, and null before these are
-- written. Finished batches are kept as long as retention's history (expire_history), so there are some thousands of
-- them at most.
create function queen.list_archive_batches(p_queue text, p_status text, p_after uuid, p_offset integer, p_limit integer)
returns table (
    id uuid, queue text, archive text, status text, planned_at timestamptz, changed_at timestamptz, files integer,
    messages bigint, bytes bigint, failures integer, last_error text)
language sql stable security definer set search_path = queen, pg_temp as $$
    select b.id, b.queue_name, b.archive, b.status, b.planned_at, b.changed_at, jsonb_array_length(b.files),
           f.messages, f.bytes, b.failures, b.last_error
      from archive_batches b
     cross join lateral (select sum((e.value ->> 'rows')::bigint)::bigint as messages,
                                sum((e.value ->> 'bytes')::bigint)::bigint as bytes
                           from jsonb_array_elements(b.files) e) f
     where (p_queue is null or b.queue_name = p_queue) and (p_status is null or b.status = p_status)
       and (p_after is null or b.id < p_after)
     order by b.id desc offset p_offset limit p_limit
$$;
