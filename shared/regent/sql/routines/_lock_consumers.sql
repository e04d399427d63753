-- Locks what several acks, and the leases that a transaction requires, are about: in one order for everybody.
-- Only leased rows: an ack changes no other, and a push that wakes consumers locks only rows without a lease.
create function queen._lock_consumers(p_lanes jsonb, p_required jsonb) returns void
language plpgsql as $$
begin
    perform from partition_consumers c
      where c.lease_id is not null and (c.partition_id, c.group_id) in (
            select l.p, g.id from jsonb_to_recordset(p_lanes) as l(p bigint, g text)
              join partitions p on p.id = l.p
              join consumer_groups g on g.queue_id = p.queue_id and g.name = l.g
            union
            select i.partition_id, i.group_id
              from jsonb_to_recordset(p_required) as r(l uuid, p bigint[])
              join partition_consumers i on i.partition_id = any(r.p) and i.lease_id = r.l)
      order by c.partition_id, c.group_id for no key update;
end $$;
