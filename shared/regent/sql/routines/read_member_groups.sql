-- The groups with members, or the one that is named: who is in them, and what each has been assigned.
create function queen.read_member_groups(p_name text, p_after text, p_limit integer)
returns table (group_id text, topic text, app_id text, state text, generation bigint, created_at_ms bigint,
               last_modified_at_ms bigint, members jsonb)
language plpgsql security definer set search_path = queen, pg_temp as $$
#variable_conflict use_column
begin
    if p_name is not null then
        perform _member_group(p_name);
    end if;
    return query
    select g.name, q.name, g.app_id,
           case when not exists (select from members m where m.group_id = g.id) then 'EMPTY'
                when g.rebalance_at is not null then 'PREPARING_REBALANCE' else 'STABLE' end,
           g.generation, _milliseconds(g.created_at), _milliseconds(g.last_modified_at),
           (select coalesce(jsonb_agg(jsonb_build_object(
                       'memberId', m.member_id, 'consumerId', m.consumer_id, 'lastHeartbeat', _milliseconds(m.last_heartbeat),
                       'partitions', array(select i from generate_series(lower(m.partitions), upper(m.partitions) - 1) i))
                       order by m.place), '[]')
              from members m where m.group_id = g.id)
      from member_groups g join queues q on q.id = g.queue_id
     where (p_name is null or g.name = p_name) and (p_after is null or g.name > p_after)
     order by g.name limit p_limit;
end $$;
