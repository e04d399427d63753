-- Ends leases that ran out and evicts messages that waited too long, in partitions that nobody pops. The schedule
-- calls it. Nothing depends on it, because a pop does both itself. It also forgets transactions that brought a key an
-- hour ago.
--
-- A call handles at most p_limit rows of each kind. It skips rows that another run, a pop or an ack holds, and
-- judges each row again under its lock. schedule_runs keeps when it ran and what it did.
create function queen.reclaim(p_limit integer)
returns table (leases_expired integer, dead_lettered bigint, messages_expired bigint, more boolean)
language plpgsql security definer
set search_path = queen, pg_temp set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
#variable_conflict use_column
declare
    c_kept constant interval := '1 hour';
    v_now timestamptz := queen.now();
    v_row partition_consumers;
    v_queue queues;
    v_pass record;
    v_seen integer := 0;
    v_forgotten integer;
begin
    leases_expired := 0;
    messages_expired := 0;
    dead_lettered := 0;
    more := false;
    for v_row in
        select c.* from partition_consumers c
         where c.ready and c.lease_id is not null and c.lease_expires_at <= v_now
         order by c.partition_id, c.group_id limit p_limit for no key update skip locked
    loop
        v_seen := v_seen + 1;
        leases_expired := leases_expired + 1;
        select q.* into v_queue from partitions p join queues q on q.id = p.queue_id where p.id = v_row.partition_id;
        v_pass := _expire_lease(v_queue, v_row);
        dead_lettered := dead_lettered + v_pass.dead;
        perform _settle(v_pass.expired, null);
    end loop;
    for v_row in
        select c.* from queues q
          join consumer_groups g on g.queue_id = q.id
          join partition_consumers c on c.group_id = g.id and c.ready
           and c.oldest_at < v_now - make_interval(secs => least(nullif(q.ttl, 0), nullif(q.max_wait_time_seconds, 0)))
         where (q.ttl > 0 or q.max_wait_time_seconds > 0)
           and c.lease_id is null and not c.assigned     -- only its member moves that cursor
         order by c.partition_id, c.group_id limit p_limit for no key update of c skip locked
    loop
        v_seen := v_seen + 1;
        select q.* into v_queue from partitions p join queues q on q.id = p.queue_id where p.id = v_row.partition_id;
        v_pass := _pass_over(v_queue, v_row, v_now);
        dead_lettered := dead_lettered + v_pass.dead;
        messages_expired := messages_expired + v_pass.expired;
        more := more or not v_pass.finished;
        perform _settle(v_pass.moved, null);
    end loop;
    delete from keyed_transactions t
     where t.key in (select k.key from keyed_transactions k where k.happened_at < v_now - c_kept
                      order by k.happened_at limit p_limit for update skip locked);
    get diagnostics v_forgotten = row_count;
    more := more or greatest(v_seen, v_forgotten) >= p_limit;
    perform _record_run('reclaim', v_now, jsonb_build_object(
        'leasesExpired', leases_expired, 'deadLettered', dead_lettered, 'messagesExpired', messages_expired,
        'more', more));
    return next;
end $$;
