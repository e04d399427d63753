-- Deletes messages whose retention is over: of each partition those below the offset in p_uptos, p_limit of all of them
-- at most. Returns a row for each partition that could be held, with what was deleted, what of that some group had not
-- completed (skipped), and whether more of it may go (more).
--
-- What a plan said is judged again under the locks: a lease, a seek back, a slower group or other options keep what
-- they want (_retention_cut). With p_archived nothing goes that is not in a committed batch of the archive.
--
-- The order of all: partitions, then their consumers' rows. Of several partitions those that somebody holds just now
-- are left out, so that nobody who waits for one waits for a chain of others; the caller comes back for each of them
-- alone, and then waits.
create function queen.retire_messages(
    p_partitions bigint[], p_uptos bigint[], p_limit integer, p_archived boolean, p_run_at timestamptz)
returns table (partition_id bigint, deleted bigint, skipped bigint, more boolean)
language plpgsql security definer
set search_path = queen, pg_temp set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
#variable_conflict use_column
declare
    v_now timestamptz := queen.now();
    v_held bigint[];
    v_at record;
    v_allowed bigint;
    v_done record;
    v_left bigint := p_limit;
begin
    v_held := _hold_partitions(p_partitions);
    for v_at in
        select p, q, u.upto
          from unnest(p_partitions, p_uptos) u(id, upto)
          join partitions p on p.id = u.id
          join queues q on q.id = p.queue_id
         where u.id = any(v_held)
         order by p.id
    loop
        partition_id := (v_at.p).id;
        deleted := 0;
        skipped := 0;
        v_allowed := least(v_at.upto, _retention_cut(v_at.q, v_at.p, v_now));
        if p_archived then
            v_allowed := least(v_allowed, _archived_to((v_at.p).id, (v_at.p).tail));
        end if;
        more := v_allowed > (v_at.p).tail + v_left;
        if v_allowed > (v_at.p).tail and v_left > 0 then
            v_done := _retire_partition(v_at.q, v_at.p, least(v_allowed, (v_at.p).tail + v_left));
            deleted := v_done.deleted;
            skipped := v_done.skipped;
            v_left := v_left - v_done.offsets;
            insert into retention_history as h (
                queue_id, partition_id, run_at, messages_deleted, messages_skipped, archived, deleted_at)
            values ((v_at.q).id, (v_at.p).id, p_run_at, v_done.deleted, v_done.skipped, p_archived, v_now)
            on conflict (partition_id, run_at) do update
               set messages_deleted = h.messages_deleted + excluded.messages_deleted,
                   messages_skipped = h.messages_skipped + excluded.messages_skipped,
                   archived = h.archived and excluded.archived, deleted_at = excluded.deleted_at;
        end if;
        return next;
    end loop;
end $$;
