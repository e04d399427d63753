-- Says what `evict_member` would do, without doing it: no row is written or locked, and what is due is not carried
-- out. uncommitted: records of the member's partitions that are not committed yet, so that others read them.
-- assignment: what the members that are left would then have.
create function queen.preview_evict_member(p_group text, p_member text)
returns table (consumer_id text, partitions integer[], members_left bigint, uncommitted bigint, assignment jsonb)
language plpgsql stable security definer set search_path = queen, pg_temp as $$
#variable_conflict use_column
declare
    v_group member_groups;
    v_member members;
begin
    select g.* into v_group from member_groups g where g.name = p_group;
    if not found then
        perform _unknown_group(p_group);
    end if;
    select m.* into v_member from members m
     where m.member_id = p_member and m.group_id = v_group.id
       and _session_end(m.last_heartbeat, m.session_timeout_ms) > queen.now();
    if not found then
        perform _unknown_member(p_member);
    end if;
    return query
    with left_over as (
        select m.consumer_id, m.place,
               _member_range(q.fixed_partitions, count(*) over ()::integer,
                             row_number() over (order by m.place)::integer) as range
          from members m join queues q on q.id = v_group.queue_id
         where m.group_id = v_group.id and m.member_id <> p_member
           and _session_end(m.last_heartbeat, m.session_timeout_ms) > queen.now())
    select v_member.consumer_id, _range_numbers(v_member.partitions), (select count(*) from left_over),
           (select coalesce(sum(p.head - greatest(c.committed, p.tail)), 0)::bigint
              from consumer_groups g
              join partitions p on p.queue_id = g.queue_id
              join partition_consumers c on c.partition_id = p.id and c.group_id = g.id
             where g.queue_id = v_group.queue_id and g.name = p_group
               and v_member.partitions @> p.name::integer),
           (select coalesce(jsonb_agg(jsonb_build_object(
                       'consumerId', l.consumer_id, 'partitions', _range_numbers(l.range)) order by l.place), '[]')
              from left_over l where not isempty(l.range));
end $$;
