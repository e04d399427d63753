-- Counts the dead letters that expire_dead_letters would delete, among the p_limit ones behind p_after. next_after is
-- the p_after of the next call, null at the end.
create function queen.count_expired_dead_letters(p_after bigint, p_limit integer)
returns table (letters bigint, next_after bigint)
language sql stable security definer set search_path = queen, pg_temp as $$
    with looked as materialized (
        select d.id, d.group_id, d.failed_at from dead_letter_queue d where d.id > p_after order by d.id limit p_limit)
    select count(*) filter (where q.retention_enabled and q.dead_letter_retention_seconds > 0
                              and l.failed_at < queen.now() - make_interval(secs => q.dead_letter_retention_seconds)),
           case when count(*) = p_limit then max(l.id) end
      from looked l
      join consumer_groups g on g.id = l.group_id
      join queues q on q.id = g.queue_id
$$;
