-- Makes the resting rows of a queue ready, because its delays changed: the next pop judges them by the new ones.
create function queen._wake_resting(p_queue_id bigint) returns void
language sql as $$
    update partition_consumers c set ready = true, rest_until = null
      from (select r.partition_id, r.group_id
              from consumer_groups g join partition_consumers r on r.group_id = g.id and r.rest_until is not null
             where g.queue_id = p_queue_id
             order by r.partition_id, r.group_id for no key update of r) resting
     where c.partition_id = resting.partition_id and c.group_id = resting.group_id;
$$;
