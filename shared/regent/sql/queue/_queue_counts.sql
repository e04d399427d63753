-- Counts the messages that queues keep (all queues if p_queues is null), and how many of them are not done. In
-- each partition the group that has most left to do there decides; where no group has come yet, all messages are
-- pending. `completed` are messages that no group has to do any more, without the dead letters among them, and
-- without the history that lies before the start of groups that have consumed nothing yet.
--
-- It looks once at each partition and once at each consumer's row that has work. Messages are looked up only for
-- dead letters of partitions from which messages were deleted one by one. Planned anew for the queues of each
-- call: among many small queues, one may have nearly all partitions.
create function queen._queue_counts(p_queues bigint[])
returns table (queue_id bigint, total bigint, pending bigint, processing bigint, completed bigint)
language plpgsql stable set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
    v_unread bigint[];  -- queues without a group
    v_partly bigint[];  -- queues whose groups have popped only partitions that they named
    v_late bigint[];    -- queues that are followed only by groups which may not have started at the beginning
begin
    select array_agg(q.id) filter (where not q.read), array_agg(q.id) filter (where q.read) into v_unread, v_partly
      from (select r.id, exists (select from consumer_groups g where g.queue_id = r.id) as read
              from queues r
             where (p_queues is null or r.id = any(p_queues))
               and not exists (select from consumer_groups g where g.queue_id = r.id and g.whole_queue)) q;
    v_unread := coalesce(v_unread, '{}');
    v_partly := coalesce(v_partly, '{}');
    select array_agg(q.id) into v_late
      from queues q
     where (p_queues is null or q.id = any(p_queues))
       and exists (select from consumer_groups g where g.queue_id = q.id)
       and not exists (
               select from consumer_groups g
                where g.queue_id = q.id and not exists (
                      select from consumer_groups_metadata m
                       where m.consumer_group = g.name and m.queue_name in (q.name, '')
                         and m.subscription_mode <> 'all'));
    return query
    with slowest as (
        select distinct on (b.partition_id) b.queue_id, b.partition_id, b.group_id, b.open_messages, b.processing
          from group_backlogs b
         where p_queues is null or b.queue_id = any(p_queues)
         order by b.partition_id, b.open_messages desc, b.processing, b.group_id),
    open as (
        select s.queue_id, sum(s.open_messages) as messages, sum(s.processing) as processing
          from slowest s group by s.queue_id),
    kept as (
        select p.queue_id, sum(p.head - p.tail - p.removed) as messages
          from partitions p where p_queues is null or p.queue_id = any(p_queues) group by p.queue_id),
    unseen as (
        select p.queue_id, sum(p.head - p.tail - p.removed) as messages
          from partitions p
         where p.queue_id = any(v_partly)
           and not exists (select from partition_consumers c where c.partition_id = p.id)
         group by p.queue_id),
    given_up as (
        select p.queue_id, count(distinct (p.id, d."offset")) as messages
          from consumer_groups g
          join dead_letter_queue d on d.group_id = g.id
          join partitions p on p.id = d.partition_id and d."offset" >= p.tail
           and (p.removed = 0 or exists (
                   select from messages m where m.partition_id = p.id and m."offset" = d."offset"))
          left join slowest s on s.partition_id = p.id
          left join partition_consumers c on c.partition_id = p.id and c.group_id = s.group_id
         where (p_queues is null or g.queue_id = any(p_queues))
           and (s.group_id is null or d."offset" < c.committed or c.completed @> d."offset")
         group by p.queue_id),
    skipped as (
        select p.queue_id, sum(case when p.removed = 0 then s.offsets else (
                   select count(*) from messages m
                    where m.partition_id = p.id and m."offset" < p.tail + s.offsets) end) as messages
          from partitions p
         cross join lateral (
               select min(case when c.last_consumed_at is null and c.dead = 0 and c.expired = 0
                               then greatest(0, c.committed - p.tail) else 0 end) as offsets
                 from partition_consumers c where c.partition_id = p.id) s
         where p.queue_id = any(v_late) and s.offsets > 0
         group by p.queue_id),
    sums as (
        select k.queue_id, k.messages as kept, coalesce(o.processing, 0) as processing,
               coalesce(d.messages, 0) as given_up, coalesce(s.messages, 0) as skipped,
               case when k.queue_id = any(v_unread) then k.messages
                    else coalesce(o.messages, 0) + coalesce(u.messages, 0) end as open
          from kept k
          left join open o using (queue_id)
          left join unseen u using (queue_id)
          left join given_up d using (queue_id)
          left join skipped s using (queue_id))
    select s.queue_id, s.kept::bigint, (s.open - s.processing)::bigint, s.processing::bigint,
           greatest(0, s.kept - s.open - s.given_up - s.skipped)::bigint
      from sums s;
end $$;
