-- Whether the lease that an ack names gave the message up already, so that the verdict `dlq` is a repeated one. The
-- dead letter says so. An older letter of the same message (the group went back to it since) does not count while
-- the row still knows when that lease began.
create function queen._was_rejected(p_row queen.partition_consumers, p_offset bigint, p_lease uuid) returns boolean
language sql as $$
    select exists (
        select from dead_letter_queue d
         where d.partition_id = p_row.partition_id and d.group_id = p_row.group_id and d."offset" = p_offset
           and d.reason = 'rejected'
           and (p_row.lease_id is not null and p_lease = p_row.last_lease_id or d.failed_at >= p_row.leased_at))
$$;
