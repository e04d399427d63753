-- Deletes what retention noted before p_before: its history, and batches of the archive that are finished (the
-- archived files and their manifest stay). It deletes at most p_limit rows of each, and returns how many.
create function queen.expire_history(p_before timestamptz, p_limit integer) returns bigint
language plpgsql security definer set search_path = queen, pg_temp as $$
declare
    v_history bigint;
    v_batches bigint;
begin
    delete from retention_history h
     where h.ctid = any(array(select o.ctid from retention_history o where o.deleted_at < p_before limit p_limit));
    get diagnostics v_history = row_count;
    delete from archive_batches b
     where b.id = any(array(select o.id from archive_batches o
                             where o.status = 'deleted' and o.changed_at < p_before limit p_limit));
    get diagnostics v_batches = row_count;
    return v_history + v_batches;
end $$;
