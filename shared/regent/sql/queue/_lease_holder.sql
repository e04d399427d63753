-- The other group whose lease of a partition this is, or was; null if there is none. It makes a refusal clear: to know
-- the id of a lease is to have popped for its group.
create function queen._lease_holder(p_partition bigint, p_group bigint, p_lease uuid) returns text
language sql stable as $$
    select g.name from partition_consumers c join consumer_groups g on g.id = c.group_id
     where c.partition_id = p_partition and c.group_id is distinct from p_group
       and p_lease in (c.lease_id, c.last_lease_id)
     limit 1
$$;
