-- The committed offsets of a group by partition, or of the one partition that is named. A committed offset is the
-- next offset to read. Where messages were deleted that the group never read, it is the first offset that is kept.
create function queen.read_offsets(p_group text, p_partition text)
returns table (partition text, committed bigint, head bigint)
language plpgsql security definer set search_path = queen, pg_temp as $$
#variable_conflict use_column
declare
    v_group member_groups := _carry_out_due(p_group);
    v_partitions integer;
begin
    return query
    select p.name, greatest(c.committed, p.tail), p.head
      from consumer_groups g
      join partitions p on p.queue_id = g.queue_id
      join partition_consumers c on c.partition_id = p.id and c.group_id = g.id
     where g.queue_id = v_group.queue_id and g.name = p_group and (p_partition is null or p.name = p_partition)
     order by p.name::integer;
    if not found and p_partition is not null then
        select q.fixed_partitions into v_partitions from queues q where q.id = v_group.queue_id;
        raise exception 'the topic of group % has the partitions 0 to %, not %', p_group, v_partitions - 1, p_partition
            using errcode = 'RG002', detail = jsonb_build_object(
                'groupId', p_group, 'partitions', v_partitions)::text;
    end if;
end $$;
