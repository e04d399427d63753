-- What it does to delivery when cursors move to a target (_seek_target): a row for each group that follows the
-- partition or any of the queue's, or for p_group alone. It changes and locks nothing.
--
-- places      rows of the group, of which a seek would write so many as `changed` says
-- skipped     messages that are open now, and that the group would not get any more
-- again       messages that are not open now, and that it would get
-- held        rows under a live lease; the last of these ends at held_until
--
-- Bound: the first p_most partitions by name. A message is read only for an instant (_seek_target), and where some
-- were deleted one by one: then those behind the target are counted.
create function queen._moved_delivery(
    p_queue bigint, p_partition bigint, p_group bigint, p_to text, p_instant timestamptz, p_offset bigint,
    p_most bigint)
returns table (
    group_id bigint, places bigint, changed bigint, skipped bigint, again bigint, held bigint, held_until timestamptz)
language plpgsql stable as $$
#variable_conflict use_column
begin
    return query
    select c.group_id, count(*), count(*) filter (where _seek_changes(c, t.target)),
           sum(_open_in(c.completed, f.first, t.target))::bigint,
           sum(case when t.target >= p.head then 0
                    when p.removed = 0 or exists (select from reserved_offsets r where r.partition_id = p.id) then
                        _open_in(_missing_offsets(p.id, c.group_id, greatest(t.target, p.tail), p.head, p.removed),
                                 greatest(t.target, p.tail), p.head)
                    when t.target <= p.tail then p.head - p.tail - p.removed
                    else (select count(*) from messages m where m.partition_id = p.id and m."offset" >= t.target) end
               - _open_in(c.completed, greatest(f.first, t.target), p.head))::bigint,
           count(_held_until(c, queen.now())), max(_held_until(c, queen.now()))
      from (select o.* from partitions o
             where o.queue_id = p_queue and (p_partition is null or o.id = p_partition)
             order by o.queue_id, o.name limit p_most) p
      join partition_consumers c on c.partition_id = p.id and (p_group is null or c.group_id = p_group)
     cross join lateral (
           select _seek_target(p.id, p.tail, p.head, p.last_activity, p_to, p_instant, p_offset) as target
           offset 0) t     -- computed once a row
     cross join lateral (       -- the first message that the group would be asked to do
           select greatest(c.committed, p.tail, case when c.skip_before is not null then
                      _seek_target(p.id, p.tail, p.head, p.last_activity, 'timestamp', c.skip_before, null) end) as first
           offset 0) f
     group by c.group_id;
end $$;
