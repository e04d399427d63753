-- A page of the groups with members, by name, after p_after. It first carries out what is due; for a page only in
-- groups that no other session holds. With p_name only that group, and also its members with their partitions.
create function queen.list_member_groups(p_name text, p_after text, p_limit integer)
returns table (group_id text, topic text, app_id text, state text, generation bigint, created_at_ms bigint,
               last_modified_at_ms bigint, member_count bigint, members jsonb)
language plpgsql security definer set search_path = queen, pg_temp as $$
#variable_conflict use_column
begin
    if p_name is not null then
        perform _carry_out_due(p_name);
    else
        perform _carry_out(d.id) from (
            select g.id from member_groups g join queues q on q.id = g.queue_id
             where least(g.rebalance_at, g.check_at) <= queen.now()
             order by g.id limit p_limit for key share of q skip locked for no key update of g skip locked) d;
    end if;
    return query
    select g.name, q.name, g.app_id, case n.members when 0 then 'EMPTY' else _member_group_state(g) end, g.generation,
           _milliseconds(g.created_at), _milliseconds(g.last_modified_at), n.members,
           case when p_name is not null then (
               select coalesce(jsonb_agg(jsonb_build_object(
                          'memberId', m.member_id, 'consumerId', m.consumer_id, 'sessionTimeoutMs', m.session_timeout_ms,
                          'joinedAt', _milliseconds(m.joined_at), 'lastHeartbeat', _milliseconds(m.last_heartbeat),
                          'partitions', _range_numbers(m.partitions))
                          order by m.place), '[]')
                 from members m where m.group_id = g.id) end
      from member_groups g
      join queues q on q.id = g.queue_id
     cross join lateral (select count(*) as members from members m where m.group_id = g.id) n
     where (p_name is null or g.name = p_name) and (p_after is null or g.name > p_after)
     order by g.name limit p_limit;
    if not found and p_name is not null then
        perform _unknown_group(p_name);     -- it was deleted after the first look
    end if;
end $$;
