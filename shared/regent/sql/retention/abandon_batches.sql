-- Gives batches of the archive up, so that their messages are planned again, otherwise: in other pieces, or to another
-- place. Returns which ones. Only those go whose files nobody relies on.
--
-- With p_batches it gives these up, while they are planned. Without, those with which a run that archives to p_archive
-- has no use: planned ones that go elsewhere, that have failed, or that are older than an hour; and written ones that
-- could not be read back twice.
--
-- A run that still works on such a batch finds no batch to advance, so what it wrote counts for nothing.
create function queen.abandon_batches(p_archive text, p_batches uuid[]) returns setof uuid
language plpgsql security definer set search_path = queen, pg_temp as $$
declare
    v_batches uuid[];
    c_old constant interval := '1 hour';
begin
    select array_agg(l.id) into v_batches from (
        select b.id from archive_batches b
         where case when p_batches is not null then b.id = any(p_batches) and b.status = 'planned'
                    when b.status = 'planned'
                    then b.archive <> p_archive or b.failures > 0 or b.planned_at < queen.now() - c_old
                    else b.status = 'written' and b.failures > 1 end
         order by b.id for update skip locked) l;
    return query delete from archive_batches b where b.id = any(v_batches) returning b.id;
end $$;
