-- Deletes the messages of a partition below p_upto, with their traces, and moves the tail. A group that had not read
-- them goes on at p_upto, and they count as expired there. Dead letters are copies and stay.
--
-- A lease that has expired unnoticed ends here first, as the next pop would end it. A message that this gives up
-- becomes a dead letter before it goes.
--
-- deleted: how many messages. skipped: how many of these some group had not completed. offsets: how far the tail
-- moved, up to p_upto, holes included.
-- The caller holds the partition and its rows, and has checked that no live lease reaches below p_upto.
create function queen._retire_partition(
    p_queue queen.queues, p_partition queen.partitions, p_upto bigint,
    out deleted bigint, out skipped bigint, out offsets bigint)
language plpgsql as $$
declare
    v_row partition_consumers;
    v_rows partition_consumers[] := '{}';
    v_ended record;
    v_open int8multirange := '{}';      -- offsets that some group has not completed
    v_missed int8multirange;
    v_tail bigint;
    v_behind boolean := false;          -- whether any group follows at all
begin
    for v_row in
        select c.* from partition_consumers c where c.partition_id = p_partition.id order by c.group_id
    loop
        v_behind := true;
        continue when v_row.committed >= p_upto;
        if v_row.lease_id is not null then
            v_ended := _expire_lease(p_queue, v_row);
            v_row := v_ended.expired;
        end if;
        v_missed := int8multirange(int8range(least(v_row.committed, p_upto), p_upto)) - coalesce(v_row.completed, '{}');
        v_open := v_open + v_missed;
        v_row.expired := v_row.expired + (
            select count(*) from messages m
             where m.partition_id = p_partition.id and m."offset" >= v_row.committed and m."offset" < p_upto
               and v_missed @> m."offset");
        v_rows := array_append(v_rows, v_row);
    end loop;

    -- Messages go before their traces: a session that records a trace holds the message, and we wait for it here.
    with gone as (
        delete from messages m where m.partition_id = p_partition.id and m."offset" < p_upto returning m."offset")
    select count(*), count(*) filter (where not v_behind or v_open @> g."offset") into deleted, skipped from gone g;
    delete from message_traces t where t.partition_id = p_partition.id and t."offset" < p_upto;
    foreach v_row in array v_rows loop
        v_row.committed := greatest(v_row.committed, p_upto);
        perform _settle(v_row, null);
    end loop;
    -- The tail is the first message that is kept, so it also passes the holes that begin at p_upto.
    v_tail := _next_open(p_partition.id, p_upto, p_partition.head, null);
    update partitions p set tail = v_tail, removed = p.removed - (v_tail - p.tail - deleted) where p.id = p_partition.id;
    delete from reserved_offsets r where r.partition_id = p_partition.id and r.to_offset <= v_tail;
    offsets := p_upto - p_partition.tail;
end $$;
