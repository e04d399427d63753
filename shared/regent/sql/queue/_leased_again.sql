-- Hands out again what a live lease holds: for a pop that is repeated because its answer was lost. The lease's id is
-- the key that the client made for that pop. Nothing is written, so the messages count as delivered once. Returns
-- pop's rows; none when there is no such lease.
--
-- p_queue is null for a pop by labels.
-- Bound: 2,000 rows of a group, in the order in which pops take them. Leased rows stay in the index of ready rows, and
-- what was leased lately stands near its beginning. Behind so many rows the lease is not found, and the repeated pop
-- is a new one.
create function queen._leased_again(
    p_queue text, p_partition text, p_namespace text, p_task text, p_group text, p_lease uuid)
returns table (
    queue text, namespace text, task text, partition_id bigint, partition text, "offset" bigint, id uuid,
    transaction_id text, trace_id uuid, key text, headers text, payload text, is_encrypted boolean,
    producer_sub text, created_at timestamptz, delivery integer, failed_attempts integer,
    lease_seconds integer, lease_expires_at timestamptz)
language plpgsql as $$
#variable_conflict use_column
declare
    v_now timestamptz := queen.now();
    v_group record;
    v_lane record;
begin
    for v_group in
        select g.id, q.name, q.namespace, q.task, q.id as queue_id
          from (select m.id from _matching_queues(p_namespace, p_task) m where p_queue is null
                union all select n.id from queues n where n.name = p_queue) s
          join queues q on q.id = s.id
          join consumer_groups g on g.queue_id = q.id and g.name = p_group
    loop
        for v_lane in
            select c.*, p.name
              from (select r.* from partition_consumers r
                     where r.group_id = v_group.id and r.ready and p_partition is null
                     order by r.oldest_at, r.partition_id limit 2000) c
              join partitions p on p.id = c.partition_id
             where c.lease_id = p_lease and c.lease_expires_at > v_now
            union all
            select c.*, p.name
              from partitions p
              join partition_consumers c on c.partition_id = p.id and c.group_id = v_group.id
             where p.queue_id = v_group.queue_id and p.name = p_partition
               and c.lease_id = p_lease and c.lease_expires_at > v_now
        loop
            return query
            select v_group.name, v_group.namespace, v_group.task, m.partition_id, v_lane.name, m."offset", m.id,
                   coalesce(m.transaction_text, m.transaction_key::text), m.trace_id, m.key, m.headers::text,
                   m.payload::text, m.is_encrypted, m.producer_sub, m.created_at,
                   1 + case when v_lane.redelivered is null then 0
                            else _deliveries(v_lane.redelivered, m."offset") end,
                   coalesce((select a.attempts from attempts a
                              where v_lane.failing and a.partition_id = m.partition_id
                                and a.group_id = v_group.id and a."offset" = m."offset"), 0),
                   null::integer, null::timestamptz
              from messages m
             where m.partition_id = v_lane.partition_id
               and m."offset" >= v_lane.committed and m."offset" < v_lane.batch_end
               and (v_lane.completed is null or not v_lane.completed @> m."offset")
             order by m."offset";
            if found then
                lease_expires_at := least(lease_expires_at, v_lane.lease_expires_at);
            end if;
        end loop;
        exit when lease_expires_at is not null;
    end loop;
    if lease_expires_at is not null then
        lease_seconds := floor(_seconds(v_now, lease_expires_at));
        return next;
    end if;
end $$;
