-- Moves a batch of the archive from one status to the next, once. A second caller gets false, and its files are not
-- recorded. p_files: the files that were written; null leaves the recorded ones. A batch that fails verification
-- goes back to `planned`, without files; a verified one does so only for a caller who names its files.
--
-- Before a batch is `written`, the database counts the messages of its ranges by itself, and raises RG040 if the
-- files hold fewer. What was read and what was written come from one reader, which cannot notice that it lost some.
-- Deletions in between only lower the count.
--
-- After that, p_files are the files that were read back, and the step is taken only while the batch records exactly
-- these. The batch may have been given up and written again meanwhile. What is true of one attempt's
-- files is not true of another's.
create function queen.advance_batch(p_batch uuid, p_from text, p_to text, p_files jsonb) returns boolean
language plpgsql security definer set search_path = queen, pg_temp as $$
declare
    v_there bigint;
    v_rows bigint;
begin
    if (p_from, p_to) not in (
        ('planned', 'written'), ('written', 'verified'), ('verified', 'committed'), ('written', 'planned'))
        and ((p_from, p_to) <> ('verified', 'planned') or p_files is null)
    then
        raise exception 'a batch does not go from % to %', p_from, p_to using errcode = 'invalid_parameter_value';
    end if;
    if p_to = 'written' then
        select count(*) into v_there
          from archive_ranges r
          join messages m on m.partition_id = r.partition_id
           and m."offset" >= r.from_offset and m."offset" < r.to_offset
         where r.batch_id = p_batch;
        select coalesce(sum((f.value ->> 'rows')::bigint), 0) into v_rows from jsonb_array_elements(p_files) f;
        if v_rows < v_there then
            raise exception 'the ranges of batch % hold % messages, and its files %', p_batch, v_there, v_rows
                using errcode = 'RG040',
                      detail = jsonb_build_object('batch', p_batch, 'messages', v_there, 'written', v_rows)::text;
        end if;
    end if;
    update archive_batches b
       set status = p_to, changed_at = queen.now(), failures = 0, last_error = null,
           files = case when p_to = 'planned' then '[]' else coalesce(p_files, b.files) end
     where b.id = p_batch and b.status = p_from and (p_to = 'written' or p_files is null or b.files = p_files);
    return found;
end $$;
