-- Ends the assignment after the last member has left. The cursors stay where they are, and the group may be popped
-- again.
create function queen._release_partitions(p_group queen.member_groups) returns void
language plpgsql as $$
declare
    v_consumers bigint;
begin
    update consumer_groups g set has_members = false
     where g.queue_id = p_group.queue_id and g.name = p_group.name returning g.id into v_consumers;
    update partition_consumers c set assigned = false
      from (select r.partition_id from partition_consumers r join partitions p on p.id = r.partition_id
             where p.queue_id = p_group.queue_id and r.group_id = v_consumers and r.assigned
             order by r.partition_id for no key update of r) held
     where c.partition_id = held.partition_id and c.group_id = v_consumers;
end $$;
