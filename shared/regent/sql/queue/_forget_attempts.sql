-- Deletes the attempts of messages that the cursor has passed, and clears `failing` when none is left.
create function queen._forget_attempts(p_partition bigint, p_group bigint, p_committed bigint) returns void
language sql as $$
    delete from attempts a
     where a.partition_id = p_partition and a.group_id = p_group and a."offset" < p_committed;
    update partition_consumers c set failing = false
     where c.partition_id = p_partition and c.group_id = p_group and c.failing
       and not exists (select from attempts a where a.partition_id = p_partition and a.group_id = p_group);
$$;
