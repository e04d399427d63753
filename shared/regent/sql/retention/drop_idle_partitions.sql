-- Drops partitions of queues with retention that are empty and had no message for p_idle_seconds. It looks at the
-- ten thousand partitions behind p_after and drops p_limit of them at most; next_after is the p_after of the next
-- call, null at the end. The next push that names a dropped partition makes it again, and every group that follows
-- the queue gets its first message. It keeps partitions of topics, `Default`, those with dead letters, and those
-- with ranges in batches that are not finished.
--
-- It locks queues, partitions and consumers' rows in the order that all routines keep, and waits for none of them. A
-- row that another session holds is skipped: its partition is not idle, or goes in the next run. The partitions are
-- locked `for update` from the start, or the deletion would wait for a session that only refers to one of them.
create function queen.drop_idle_partitions(p_idle_seconds bigint, p_after bigint, p_limit integer)
returns table (dropped bigint, next_after bigint)
language plpgsql security definer
set search_path = queen, pg_temp set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
#variable_conflict use_column
declare
    v_since timestamptz := queen.now() - make_interval(secs => p_idle_seconds);
    v_looked bigint[];
    v_seen bigint[];
    v_queues bigint[];
    v_idle bigint[];
    c_looked constant integer := 10000;
begin
    select array_agg(l.id) into v_looked from (
        select p.id from partitions p where p.id > p_after order by p.id limit c_looked) l;
    next_after := case when cardinality(v_looked) = c_looked then v_looked[c_looked] end;
    select array_agg(l.id order by l.id), array_agg(distinct l.queue_id) into v_seen, v_queues from (
        select p.id, p.queue_id from partitions p join queues q on q.id = p.queue_id
         where p.id > p_after and p.id <= v_looked[cardinality(v_looked)] and p.tail = p.head
           and p.last_activity < v_since and q.retention_enabled and q.fixed_partitions = 0 and p.name <> 'Default'
         order by p.id limit p_limit) l;
    next_after := case when cardinality(v_seen) = p_limit then v_seen[p_limit] else next_after end;
    select array_agg(l.id) into v_queues from (
        select q.id from queues q where q.id = any(v_queues) and q.retention_enabled
         order by q.id for no key update skip locked) l;
    select array_agg(l.id) into v_idle from (
        select p.id from partitions p
         where p.id = any(v_seen) and p.queue_id = any(v_queues) and p.tail = p.head and p.last_activity < v_since
         order by p.id for update skip locked) l;
    select array_agg(u.id) into v_idle from unnest(_hold_partitions(v_idle, false)) u(id)
     where not exists (select from partition_consumers c
                        where c.partition_id = u.id and c.lease_id is not null and c.lease_expires_at > queen.now())
       and not exists (select from dead_letter_queue d where d.partition_id = u.id)
       and not exists (select from archive_ranges r where r.partition_id = u.id);
    delete from partitions p where p.id = any(v_idle);
    dropped := coalesce(cardinality(v_idle), 0);
    return next;
end $$;
