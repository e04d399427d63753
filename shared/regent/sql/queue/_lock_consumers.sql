-- Locks all consumers' rows that a transaction or a batch of acks will touch, in one order for everybody. These
-- are the rows that it acks, requires the lease of, or commits to, and the idle rows that its pushes wake. An ack
-- changes no row without a lease: it leaves such a row to the push that wakes it.
--
-- p_commits (transaction.sql): carries out what is due in their groups and shares these groups' rows first.
create function queen._lock_consumers(
    p_lanes jsonb, p_required jsonb, p_woken bigint[], p_commits jsonb default null) returns void
language plpgsql as $$
declare
    v_name text;
    v_partitions bigint[];      -- those that it commits to
    v_groups bigint[];
begin
    if p_commits <> '[]' then
        for v_name in
            select c.g from (select distinct a.g from jsonb_to_recordset(p_commits) as a(g text)) c
              left join member_groups g on g.name = c.g order by g.id nulls first
        loop
            perform _hold_member_group_shared(v_name);
        end loop;
        select array_agg(p.id), array_agg(g.id) into v_partitions, v_groups
          from jsonb_to_recordset(p_commits) as c(g text, o jsonb)
          join member_groups m on m.name = c.g
          join consumer_groups g on g.queue_id = m.queue_id and g.name = m.name
         cross join lateral jsonb_object_keys(c.o) as k(name)
          join partitions p on p.queue_id = m.queue_id and p.name = k.name;
    end if;
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
            select u.partition_id, u.group_id from unnest(v_partitions, v_groups) as u(partition_id, group_id)
            union
            select i.partition_id, i.group_id
              from partition_consumers i
             where i.partition_id = any(p_woken) and not i.ready and i.rest_until is null)
      order by c.partition_id, c.group_id for no key update;
end $$;
