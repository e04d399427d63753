-- The partitions that a list of messages goes through, those with the newest messages first; for an ascending list
-- those first that are oldest. For each it returns the id, the first offset and the head between which its messages
-- are, and its bound: the instant of its newest message, or one before which it has none.
-- `kept`: how many messages all partitions with these labels hold.
--
-- It looks once at each partition of the queues, and reads no messages. It leaves out partitions that cannot hold
-- a message of the status that is asked for. Where only open messages can have that status, it also leaves out the
-- offsets that all groups have passed.
create function queen._listed_partitions(
    p_queue text, p_partition text, p_namespace text, p_task text, p_group text, p_status text,
    p_from timestamptz, p_before timestamptz, p_ascending boolean,
    out ids bigint[], out firsts bigint[], out heads bigint[], out bounds timestamptz[], out kept bigint)
language plpgsql stable
set plan_cache_mode = force_custom_plan
set enable_seqscan = on set enable_hashjoin = on     -- list_messages, which calls this, switches them off
as $$
declare
    v_now timestamptz := queen.now();
    v_open boolean := coalesce(p_status in ('pending', 'delayed', 'processing', 'failed'), false);
begin
    select array_agg(l.id order by l.place) filter (where l.inside),
           array_agg(l.first order by l.place) filter (where l.inside),
           array_agg(l.head order by l.place) filter (where l.inside),
           array_agg(l.bound order by l.place) filter (where l.inside),
           coalesce(sum(l.kept), 0)
      into ids, firsts, heads, bounds, kept
      from (select p.id, f.first, p.head, b.bound, p.head - p.tail - p.removed as kept,
                   row_number() over (order by case when p_ascending then b.bound end,
                                               case when p_ascending then p.id end, b.bound desc, p.id desc) as place,
                   p.head > f.first
                   and (p_from is null or p.last_activity >= p_from)
                   and (p_before is null or p.created_at <= p_before) as inside
              from queues q
              join partitions p on p.queue_id = q.id
              left join lateral (
                   select min(r.committed) as committed from partition_consumers r
                    where r.partition_id = p.id
                      and (p_group is null or r.group_id in (
                               select g.id from consumer_groups g where g.queue_id = q.id and g.name = p_group))) c
                on v_open or p_group is not null
             cross join lateral (
                   select case when v_open then greatest(p.tail, c.committed) else p.tail end as first) f
             cross join lateral (
                   select case when p_ascending then p.created_at else p.last_activity end as bound) b
             where (p_queue is null or q.name = p_queue)
               and (p_partition is null or p.name = p_partition)
               and (p_namespace is null or q.namespace = p_namespace)
               and (p_task is null or q.task = p_task)
               and (p_group is null or c.committed is not null)
               and (p_status is distinct from 'processing' or exists (
                        select from partition_consumers r
                         where r.partition_id = p.id and r.lease_id is not null and r.lease_expires_at > v_now))
               and (p_status is distinct from 'delayed' or q.delayed_processing > 0 or p.delayed_until > v_now)
               and (p_status is distinct from 'failed' or exists (
                        select from attempts a where a.partition_id = p.id))
               and (p_status is distinct from 'expired' or exists (
                        select from partition_consumers r where r.partition_id = p.id and r.passed is not null))
               and (p_status is distinct from 'dead' or exists (
                        select from dead_letter_queue d where d.partition_id = p.id))) l;
end $$;
