-- Moves a batch of the archive from one status to the next, once. A second caller gets false, and its files are not
-- recorded. p_files: the files that were written; null leaves the recorded ones. A batch that fails verification
-- goes back to `planned`, without files.
--
-- If p_from is `written`, p_files are the files that were read back, and the step is taken only while the batch
-- records exactly these. The batch may have been given up and written again meanwhile. What is true of one attempt's
-- files is not true of another's.
create function queen.advance_batch(p_batch uuid, p_from text, p_to text, p_files jsonb) returns boolean
language plpgsql security definer set search_path = queen, pg_temp as $$
begin
    if (p_from, p_to) not in (
        ('planned', 'written'), ('written', 'verified'), ('verified', 'committed'), ('written', 'planned'))
    then
        raise exception 'a batch does not go from % to %', p_from, p_to using errcode = 'invalid_parameter_value';
    end if;
    update archive_batches b
       set status = p_to, changed_at = queen.now(),
           files = case when p_to = 'planned' then '[]' else coalesce(p_files, b.files) end
     where b.id = p_batch and b.status = p_from and (p_from <> 'written' or p_files is null or b.files = p_files);
    return found;
end $$;
