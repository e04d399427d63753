-- What a member has been assigned. While a rebalance is pending, `due_in` says in how many seconds it is due. (0:
-- it fell due while this request waited for the member's row.) The caller waits that long and asks again
-- (functions/api/members.py). Each call counts as a heartbeat, so no session ends while a member waits for its
-- assignment.
create function queen.read_assignment(p_member text)
returns table (group_id text, topic text, partitions integer[], generation bigint, due_in double precision)
language plpgsql security definer
set search_path = queen, pg_temp set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
#variable_conflict use_column
declare
    v_name text;
begin
    select g.name into v_name from members m join member_groups g on g.id = m.group_id where m.member_id = p_member;
    if not found then
        perform _unknown_member(p_member);
    end if;
    perform _carry_out_due(v_name);
    update members m set last_heartbeat = queen.now() where m.member_id = p_member;
    -- Read partitions and generation in one snapshot: a rebalance that ends just now shows in both or in neither.
    return query
    select g.name, q.name, _range_numbers(m.partitions),
           g.generation, case when g.rebalance_at is not null then
               greatest(0, extract(epoch from g.rebalance_at - queen.now()))::double precision end
      from members m
      join member_groups g on g.id = m.group_id
      join queues q on q.id = g.queue_id
     where m.member_id = p_member;
    if not found then
        perform _unknown_member(p_member);
    end if;
end $$;
