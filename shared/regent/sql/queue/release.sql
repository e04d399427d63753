-- Gives back what a live lease holds, uncounted, in all of its partitions: nobody works on it. Returns in how many.
--
-- p_partitions: those that the lease's id names. With none of them, p_lease is the key of a pop whose answer nobody
-- got. Then its partitions are looked for where that pop looked, as for its repetition (_leased_again.sql), with its
-- bound. The pop may still be at work, so the two take turns.
create function queen.release(
    p_lease uuid, p_partitions bigint[], p_queue text, p_partition text, p_namespace text, p_task text, p_group text)
returns integer
language plpgsql security definer
set search_path = queen, pg_temp set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
    v_now timestamptz;
    v_row partition_consumers;
    v_released integer := 0;
begin
    perform _lock_key(p_lease, 4447);
    v_now := queen.now();
    if p_partitions = '{}' then
        select array_agg(distinct a.partition_id) into p_partitions
          from _leased_again(p_queue, p_partition, p_namespace, p_task, p_group, p_lease) a;
    end if;
    for v_row in
        select c.* from partition_consumers c
         where c.partition_id = any(p_partitions) and c.lease_id = p_lease and c.lease_expires_at > v_now
         order by c.partition_id, c.group_id for no key update
    loop
        perform _apply_acks(v_row, coalesce(v_row.completed, '{}'), true, null, v_now);
        v_released := v_released + 1;
    end loop;
    return v_released;
end $$;
