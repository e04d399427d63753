-- The batches of the archive that are not finished, in the order in which they were planned. A job goes on with
-- these, and tells people which ones are stuck.
create function queen.list_batches()
returns table (
    batch_id uuid, queue text, archive text, status text, ranges bigint, files jsonb, planned_at timestamptz,
    failures integer, last_error text)
language sql stable security definer set search_path = queen, pg_temp as $$
    select b.id, b.queue_name, b.archive, b.status,
           (select count(*) from archive_ranges r where r.batch_id = b.id), b.files,
           b.planned_at, b.failures, b.last_error
      from archive_batches b
     where b.status <> 'deleted'
     order by b.planned_at, b.id
$$;
