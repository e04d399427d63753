-- Deletes dead letters that failed longer ago than their queue keeps them (dead_letter_retention_seconds; 0 keeps them
-- for ever), p_limit at most, and returns how many. It looks at the oldest p_limit of each group: ids follow the
-- order of the failures. Letters that another session holds, such as a redrive, are left to the next call.
create function queen.expire_dead_letters(p_limit integer) returns bigint
language plpgsql security definer
set search_path = queen, pg_temp set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
    v_now timestamptz := queen.now();
    v_old bigint[];
    v_free bigint[];
begin
    select array_agg(l.id) into v_old from (
        select o.id
          from queues q
          join consumer_groups g on g.queue_id = q.id
         cross join lateral (
               select d.id, d.failed_at from dead_letter_queue d
                where d.group_id = g.id order by d.id limit p_limit) o
         where q.retention_enabled and q.dead_letter_retention_seconds > 0
           and o.failed_at < v_now - make_interval(secs => q.dead_letter_retention_seconds)
         limit p_limit) l;
    select array_agg(l.id) into v_free from (
        select d.id from dead_letter_queue d where d.id = any(v_old) order by d.id for update skip locked) l;
    delete from dead_letter_queue d where d.id = any(v_free);
    return coalesce(cardinality(v_free), 0);
end $$;
