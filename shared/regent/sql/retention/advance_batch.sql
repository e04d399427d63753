-- Moves a batch of the archive from one status to the next, once: whoever comes second is told so, and what he has
-- brought is not recorded. p_files: what was written; null leaves what is recorded. A batch whose verification failed
-- goes back to `planned`, with nothing recorded.
--
-- From `written` on p_files is what was read back: it counts only while just that is recorded. The batch may have been
-- given up and written again meanwhile, and what is said of one attempt's files is not true of another's.
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
