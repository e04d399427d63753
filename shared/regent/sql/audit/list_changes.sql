-- A page of what was changed, the newest first: by a subject, by actions whose names begin with p_what, of a queue,
-- from p_from until before p_to. It starts behind the change (p_after_at, p_after_id), or after p_offset rows. It is
-- planned for its filters each time, so that each of them finds its index.
create function queen.list_changes(
    p_who text, p_what text, p_queue text, p_from timestamptz, p_to timestamptz,
    p_limit integer, p_offset integer, p_after_at timestamptz, p_after_id uuid)
returns table (
    id uuid, at timestamptz, subject text, action text, target json, parameters json, result json, request_id text)
language plpgsql stable security definer
set search_path = queen, pg_temp set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
begin
    return query
    select c.id, c.at, c.subject, c.action, c.target, c.parameters, c.result, c.request_id
      from changes c
     where (p_who is null or c.subject = p_who) and (p_what is null or starts_with(c.action, p_what))
       and (p_queue is null or c.queue = p_queue)
       and (p_from is null or c.at >= p_from) and (p_to is null or c.at < p_to)
       and (p_after_at is null or (c.at, c.id) < (p_after_at, p_after_id))
     order by c.at desc, c.id desc
     limit p_limit offset p_offset;
end $$;
