-- Deletes messages whose retention is over: of each partition those below its offset in p_uptos, p_limit in all at
-- most. Returns a row for each partition that it could lock: how many messages it deleted, how many of these some
-- group had not completed (skipped), and whether more may go (more).
--
-- It judges the plan again under the locks (_retention_cut): a lease, a seek back, a slower group or other options
-- keep their messages. With p_archived it deletes nothing that is not in a committed batch of the archive.
--
-- It locks partitions, then their consumers' rows, as all routines do. Of several partitions it leaves out those
-- that another session holds. Otherwise a session that waits for one partition would wait for a chain of others. The
-- caller asks again for each of those alone, and then waits.
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
    v_next bigint;
    v_allowed bigint;
    v_done record;
    v_left bigint := p_limit;
begin
    v_held := _hold_partitions(p_partitions, cardinality(p_partitions) = 1);
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
        -- One message more than it may delete, to know whether more may go.
        v_next := _next_open((v_at.p).id, (v_at.p).tail + v_left, (v_at.p).head, null);
        v_allowed := _retention_cut(v_at.q, v_at.p, v_now, least(v_at.upto, (v_at.p).head, v_next + 1));
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
