-- Finishes the committed batches of the archive whose messages are all deleted, with their partition or without it.
-- Returns how many.
create function queen.finish_batches() returns bigint
language plpgsql security definer set search_path = queen, pg_temp as $$
declare
    v_batches uuid[];
begin
    select array_agg(l.id) into v_batches from (
        select b.id from archive_batches b
         where b.status = 'committed'
           and not exists (select from archive_ranges r join partitions p on p.id = r.partition_id
                            where r.batch_id = b.id and p.tail < r.to_offset)
         order by b.id for no key update skip locked) l;
    delete from archive_ranges r where r.batch_id = any(v_batches);
    update archive_batches b set status = 'deleted', changed_at = queen.now() where b.id = any(v_batches);
    return coalesce(cardinality(v_batches), 0);
end $$;
