-- Ends a membership as if the member's session had expired: its next request is refused with RG102, and the others
-- get its partitions at the rebalance. It may join again. Returns what the member had, and how many members are left.
create function queen.evict_member(p_group text, p_member text)
returns table (consumer_id text, partitions integer[], members_left bigint)
language plpgsql security definer set search_path = queen, pg_temp as $$
declare
    v_member members := _remove_member(p_group, p_member, 'evicted');
begin
    return query
    select v_member.consumer_id, _range_numbers(v_member.partitions),
           (select count(*) from members m where m.group_id = v_member.group_id);
end $$;
