-- The committed offsets of a group, by partition; of one partition when it is named.
create function queen.read_offsets(p_group text, p_partition text)
returns table (partition text, committed bigint, head bigint)
language plpgsql security definer set search_path = queen, pg_temp as $$
#variable_conflict use_column
declare
    v_group member_groups := _member_group(p_group);
begin
    return query
    select p.name, c.committed, p.head
      from consumer_groups g
      join partitions p on p.queue_id = g.queue_id
      join partition_consumers c on c.partition_id = p.id and c.group_id = g.id
     where g.queue_id = v_group.queue_id and g.name = p_group and (p_partition is null or p.name = p_partition)
     order by p.id;
end $$;
