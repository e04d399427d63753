-- What a member has been assigned. While a rebalance is pending, `due_in` says in how many seconds it is due: the
-- caller waits (functions/api/members.py) and asks again.
create function queen.read_assignment(p_member text)
returns table (group_id text, topic text, partitions integer[], generation bigint, due_in double precision)
language plpgsql security definer set search_path = queen, pg_temp as $$
#variable_conflict use_column
declare
    v_name text;
    v_group member_groups;
begin
    select g.name into v_name from members m join member_groups g on g.id = m.group_id where m.member_id = p_member;
    if not found then
        perform _unknown_member(p_member);
    end if;
    v_group := _member_group(v_name);
    return query
    select v_group.name, q.name, array(select i from generate_series(lower(m.partitions), upper(m.partitions) - 1) i),
           v_group.generation, extract(epoch from v_group.rebalance_at - queen.now())::double precision
      from members m join queues q on q.id = v_group.queue_id
     where m.member_id = p_member;
    if not found then
        perform _unknown_member(p_member);
    end if;
end $$;
