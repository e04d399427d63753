-- The log from a position on (inclusive), forwards or backwards; of one type if p_type is given. `more`: the log
-- goes on in that direction.
create function log.read_messages(p_from bigint, p_limit integer, p_backwards boolean, p_type text, p_max_bytes bigint)
returns table (messages json, last_position bigint, safe_position bigint, more boolean)
language plpgsql security definer
set search_path = log, pg_temp set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
#variable_conflict use_column
declare
    v_safe bigint := _safe_position();
    v_positions bigint[];
begin
    if p_backwards then
        select array_agg(f.position order by f.position desc) into v_positions
          from (select p.position
                  from (select null::integer as kind where p_type is null
                         union all select k.id from kinds k where k.type = p_type) k
                 cross join lateral (
                       (select m.position from messages m
                         where k.kind is null and m.position <= least(p_from, v_safe)
                         order by m.position desc limit p_limit + 1)
                        union all
                       (select m.position from message_keys m
                         where m.key = '00000000-0000-0000-0000-000000000000' and m.kind_id = k.kind
                           and m.position <= least(p_from, v_safe) order by m.position desc limit p_limit + 1)) p
                 order by p.position desc limit p_limit + 1) f;
    else
        select array_agg(f.position order by f.position) into v_positions
          from (select p.position
                  from (select null::integer as kind where p_type is null
                         union all select k.id from kinds k where k.type = p_type) k
                 cross join lateral (
                       (select m.position from messages m
                         where k.kind is null and m.position >= coalesce(p_from, 0) and m.position <= v_safe
                         order by m.position limit p_limit + 1)
                        union all
                       (select m.position from message_keys m
                         where m.key = '00000000-0000-0000-0000-000000000000' and m.kind_id = k.kind
                           and m.position >= coalesce(p_from, 0) and m.position <= v_safe
                         order by m.position limit p_limit + 1)) p
                 order by p.position limit p_limit + 1) f;
    end if;
    return query select j.messages, j.last_position, v_safe, j.more from _messages_json(v_positions, p_limit, p_max_bytes) j;
end $$;
