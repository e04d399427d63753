-- Locks all rows of consumers that a transaction will touch, in one order for everybody: those it acks, those
-- whose leases it requires, and the idle ones in partitions that it pushes to, which it wakes. An ack changes no
-- row without a lease, so such a row is left alone: it is what a push wakes.
create function queen._lock_consumers(p_lanes jsonb, p_required jsonb, p_woken bigint[]) returns void
language plpgsql as $$
begin
    perform from partition_consumers c
      where (c.partition_id, c.group_id) in (
            select i.partition_id, i.group_id
              from jsonb_to_recordset(p_lanes) as l(p bigint, g text)
              join partitions p on p.id = l.p
              join consumer_groups g on g.queue_id = p.queue_id and g.name = l.g
              join partition_consumers i on i.partition_id = p.id and i.group_id = g.id and i.lease_id is not null
            union
            select i.partition_id, i.group_id
              from jsonb_to_recordset(p_required) as r(l uuid, p bigint[])
              join partition_consumers i on i.partition_id = any(r.p) and i.lease_id = r.l
            union
            select i.partition_id, i.group_id
              from partition_consumers i
             where i.partition_id = any(p_woken) and not i.ready and i.rest_until is null)
      order by c.partition_id, c.group_id for no key update;
end $$;
