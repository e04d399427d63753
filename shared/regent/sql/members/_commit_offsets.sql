-- Commits a member's offsets. Two fences protect a commit: the generation, if the member names one, and the
-- ownership of each partition. The caller shares the group's row (_hold_member_group_shared), so no rebalance
-- comes between these checks and the commit.
create function queen._commit_offsets(p_group text, p_member text, p_generation bigint, p_offsets jsonb, p_force boolean)
returns queen.member_groups
language plpgsql as $$
declare
    v_group member_groups;
    v_owned int4range;
    v_consumers bigint;
    v_wanted record;
    v_row partition_consumers;
    v_who jsonb := jsonb_build_object('groupId', p_group, 'memberId', p_member);
begin
    select g.* into v_group from member_groups g where g.name = p_group;
    select m.partitions into v_owned from members m where m.member_id = p_member and m.group_id = v_group.id;
    if not found then
        perform _unknown_member(p_member);
    end if;
    if p_generation <> v_group.generation then
        raise exception 'generation % is not the group''s, which is at %; fetch the assignment', p_generation,
            v_group.generation using errcode = 'RG103', detail = (v_who || jsonb_build_object(
                'generation', v_group.generation, 'given', p_generation))::text;
    end if;
    select g.id into v_consumers from consumer_groups g where g.queue_id = v_group.queue_id and g.name = p_group;
    if not found then
        perform _unknown_group(p_group);    -- its consumer group was deleted, and the cursors with it
    end if;
    for v_wanted in
        select o.key as name, o.value::bigint as upto, p.id, p.head, p.tail
          from jsonb_each_text(p_offsets) o
          left join partitions p on p.queue_id = v_group.queue_id and p.name = o.key
         order by p.id
    loop
        if v_wanted.id is null or not v_owned @> v_wanted.name::integer then
            raise exception 'partition % is not assigned to member %; fetch the assignment', v_wanted.name, p_member
                using errcode = 'RG104', detail = (v_who || jsonb_build_object('partition', v_wanted.name))::text;
        end if;
        select c.* into v_row from partition_consumers c
         where c.partition_id = v_wanted.id and c.group_id = v_consumers for no key update;
        perform _still_there(found);
        if v_wanted.upto < v_row.committed then     -- what was deleted meanwhile is no step back
            select greatest(v_wanted.upto, p.tail) into v_wanted.upto from partitions p where p.id = v_wanted.id;
        end if;
        if v_wanted.upto > v_wanted.head then
            raise exception 'offset % of partition % is above the next one to be written, %', v_wanted.upto, v_wanted.name,
                v_wanted.head using errcode = 'RG110', detail = (v_who || jsonb_build_object(
                    'partition', v_wanted.name, 'offset', v_wanted.upto, 'head', v_wanted.head))::text;
        end if;
        if v_wanted.upto < v_row.committed and not p_force and not exists (
               select from messages m where m.partition_id = v_wanted.id and m."offset" >= v_wanted.upto
                  and m."offset" < v_row.committed)
        then
            -- The messages between were deleted, and the cursor passed them by itself (_settle, clear_queue). So
            -- this is no step back: the cursor stays where it is.
            v_wanted.upto := v_row.committed;
        end if;
        if v_wanted.upto < v_row.committed and not p_force then
            raise exception 'offset % of partition % is below the committed one, %; force goes back all the same',
                v_wanted.upto, v_wanted.name, v_row.committed using errcode = 'RG105', detail = (v_who || jsonb_build_object(
                    'partition', v_wanted.name, 'offset', v_wanted.upto, 'committed', v_row.committed))::text;
        end if;
        continue when v_wanted.upto = v_row.committed and v_row.completed is null;
        v_row.acked := v_row.acked + greatest(0, v_wanted.upto - greatest(v_row.committed, v_wanted.tail));
        v_row.popped := v_row.popped + greatest(0, v_wanted.upto - greatest(v_row.committed, v_wanted.tail));
        v_row.committed := v_wanted.upto;
        v_row.completed := null;
        v_row.last_consumed_at := queen.now();
        perform _settle(v_row, null);
    end loop;
    return v_group;
end $$;
