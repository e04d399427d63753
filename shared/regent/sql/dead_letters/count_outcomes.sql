-- What became of messages, such as those that a redrive appended. p_ranges has the offsets that are meant:
-- [{"p": partition, "f": first, "n": how many}]. For each group of their queues, or the one that p_group names: how
-- many it is done with, how many are open, and how many are dead letters. A group that never popped a partition has
-- all of it open. Ranges of partitions that are gone are left out.
--
-- Bound: the p_groups groups that have the most left.
create function queen.count_outcomes(p_ranges jsonb, p_group text, p_groups integer)
returns table (queue text, consumer_group text, messages bigint, completed bigint, open bigint, dead bigint)
language sql stable security definer
set search_path = queen, pg_temp set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
    with asked as materialized (
        select p.id, p.queue_id, least(r.f, p.head) as first, least(least(r.f, p.head) + r.n, p.head) as upto
          from jsonb_to_recordset(p_ranges) r(p bigint, f bigint, n bigint) join partitions p on p.id = r.p),
    judged as materialized (
        select g.queue_id, g.name, a.upto - a.first as messages,
               case when c.partition_id is null then a.upto - a.first
                    else _open_in(c.completed, greatest(c.committed, a.first), a.upto) end as open,
               (select count(*) from dead_letter_queue d
                 where d.partition_id = a.id and d.group_id = g.id
                   and d."offset" >= a.first and d."offset" < a.upto) as dead
          from asked a
          join consumer_groups g on g.queue_id = a.queue_id and g.name = coalesce(p_group, g.name)
          left join partition_consumers c on c.partition_id = a.id and c.group_id = g.id),
    summed as (
        select j.queue_id, j.name, sum(j.messages)::bigint as messages, sum(j.open)::bigint as open,
               sum(j.dead)::bigint as dead
          from judged j group by j.queue_id, j.name)
    select q.name, s.name, s.messages, greatest(0, s.messages - s.open - s.dead), s.open, s.dead
      from summed s join queues q on q.id = s.queue_id
     order by s.open + s.dead desc, q.name, s.name limit p_groups
$$;
