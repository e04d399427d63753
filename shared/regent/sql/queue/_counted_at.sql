-- Decides whether an answer about queues (all if p_queues is null) is read from counted rows: since when its oldest
-- number stands, or null to look now. It looks now where that is quick, where p_live asks for it, and where a count
-- is missing or too old, because then the schedule that counts does not run.
--
-- A queue that was made after the last count is in no sum of it, as it was not there at that instant.
create function queen._counted_at(p_queues bigint[], p_live boolean) returns timestamptz
language plpgsql volatile set plan_cache_mode = force_custom_plan as $$
declare
    -- Partitions, and groups' places in them, that an answer looks at: some 20 ms.
    c_quick constant bigint := 20000;
    -- More than nine counts that failed in a row, or a rest of the reclaim (REGENT_DATABASE_PAUSES).
    v_since timestamptz := queen.now() - interval '10 minutes';
begin
    if p_live or _looks(p_queues) <= c_quick then
        return null;
    end if;
    return (select case when bool_and(q.created_at > v_since or c.counted_at > v_since) then min(c.counted_at) end
              from queues q left join counted_queues c on c.queue_id = q.id
             where p_queues is null or q.id = any(p_queues));
end $$;
