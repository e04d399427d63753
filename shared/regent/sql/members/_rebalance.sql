-- Deals the partitions out to the members in the order in which they joined. Each member gets a contiguous range;
-- the first ones get one partition more when the number does not divide. Members whose range stays as it was are
-- not written. The generation grows, which fences commits under every older assignment. The caller holds the
-- group's row. Returns null if the group was to be deleted when empty, and is; its committed offsets stay.
create function queen._rebalance(p_group queen.member_groups) returns queen.member_groups
language plpgsql as $$
declare
    v_group member_groups := p_group;
    v_partitions integer;
begin
    select q.fixed_partitions into v_partitions from queues q where q.id = p_group.queue_id;
    with dealt as (
        select m.member_id, _member_range(v_partitions, count(*) over ()::integer, row_number() over (order by m.place)::integer) as range
          from members m where m.group_id = p_group.id)
    update members m set partitions = d.range from dealt d
     where m.member_id = d.member_id and m.partitions <> d.range;
    v_group.generation := p_group.generation + 1;
    v_group.changed_at := null;
    v_group.rebalance_at := null;
    v_group.last_modified_at := queen.now();
    update member_groups g
       set generation = v_group.generation, changed_at = null, rebalance_at = null, last_modified_at = v_group.last_modified_at
     where g.id = p_group.id;
    update generations g
       set rebalanced_at = v_group.last_modified_at, member_count = d.n, members = d.members
      from (select count(*) as n,
                   coalesce(jsonb_agg(jsonb_build_object(
                       'consumerId', m.consumer_id, 'partitions', _range_numbers(m.partitions))
                       order by m.place) filter (where not isempty(m.partitions)), '[]') as members
              from members m where m.group_id = p_group.id) d
     where g.group_id = p_group.id and g.generation = v_group.generation;
    -- So many are kept (limits.py).
    delete from generations g where g.group_id = p_group.id and g.generation <= v_group.generation - 100;
    if not exists (select from members m where m.group_id = p_group.id) then
        perform _release_partitions(v_group);
        if p_group.delete_when_empty then
            delete from member_groups g where g.id = p_group.id;
            return null;
        end if;
    end if;
    return v_group;
end $$;
