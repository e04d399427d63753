-- Notes how far all groups have completed, in the next p_limit partitions behind p_after whose completed messages go
-- after a time of their own. Returns the p_after of the next call, null at the end.
--
-- Marks are an eighth of that time apart, so a message stays an eighth longer than asked at most, if this is called
-- often enough. A mark goes when a younger one can do its work, when a group seeks back behind it, and when its
-- partition is empty or gone.
create function queen.mark_completed(p_after bigint, p_limit integer) returns bigint
language plpgsql security definer
set search_path = queen, pg_temp set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
    v_now timestamptz := queen.now();
    v_at record;
    v_slowest bigint;
    v_last completed_marks;
    v_seen bigint[] := '{}';
    v_next bigint;
    c_marks constant integer := 8;
begin
    if not exists (select from queues q where q.retention_enabled) then
        delete from completed_marks;
        return null;
    end if;
    for v_at in
        select p.id, p.tail, make_interval(secs => q.completed_retention_seconds) as kept
          from partitions p join queues q on q.id = p.queue_id
         where p.id > p_after and p.tail < p.head and q.retention_enabled and q.completed_retention_seconds > 0
         order by p.id limit p_limit
    loop
        v_seen := v_seen || v_at.id;
        select min(c.committed) into v_slowest from partition_consumers c where c.partition_id = v_at.id;
        select m.* into v_last from completed_marks m
         where m.partition_id = v_at.id order by m.seen_at desc limit 1;
        if v_last.upto > coalesce(v_slowest, 0) then
            delete from completed_marks m where m.partition_id = v_at.id and m.upto > coalesce(v_slowest, 0);
        elsif v_slowest > greatest(v_at.tail, v_last.upto)
              and (v_last.seen_at is null or v_last.seen_at + v_at.kept / c_marks <= v_now)
        then
            insert into completed_marks (partition_id, seen_at, upto) values (v_at.id, v_now, v_slowest)
            on conflict do nothing;
            delete from completed_marks m
             where m.partition_id = v_at.id
               and m.seen_at < (select max(k.seen_at) from completed_marks k
                                 where k.partition_id = v_at.id and k.seen_at <= v_now - v_at.kept);
        end if;
    end loop;
    v_next := case when cardinality(v_seen) = p_limit then v_seen[p_limit] end;
    delete from completed_marks m
     where m.partition_id > p_after and (v_next is null or m.partition_id <= v_next)
       and m.partition_id <> all(v_seen);
    return v_next;
end $$;
