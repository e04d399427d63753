-- A page of the batches of scheduled messages, the one that is due first in front: those due from p_from until before
-- p_to. It starts behind the batch (p_after_at, p_after_id), or after p_offset rows.
create function log.list_scheduled(
    p_from timestamptz, p_to timestamptz, p_limit integer, p_offset integer, p_after_at timestamptz, p_after_id bigint)
returns table (schedule_id bigint, at timestamptz, scheduled_at timestamptz, message_count integer, types text[])
language plpgsql stable security definer
set search_path = log, pg_temp set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
begin
    return query
    select s.id, s.due_at, s.scheduled_at, s.message_count, s.types
      from scheduled s
     where (p_from is null or s.due_at >= p_from) and (p_to is null or s.due_at < p_to)
       and (p_after_at is null or (s.due_at, s.id) > (p_after_at, p_after_id))
     order by s.due_at, s.id
     limit p_limit offset p_offset;
end $$;
