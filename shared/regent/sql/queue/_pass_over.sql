-- Moves the cursor past messages that are too old to hand out. These are expired ones (ttl), those from before a
-- subscription's instant, and those that waited too long (max_wait), which become dead letters. Of ttl and
-- max_wait the shorter decides, because a message meets it first.
--
-- Bound: 1,000 dead letters a call. Each is a copy of its message, and a pop that makes them must not outlast its
-- statement's timeout. While there are more, `finished` is false and nothing is handed out.
create function queen._pass_over(
    p_queue queen.queues, p_row queen.partition_consumers, p_now timestamptz,
    out moved queen.partition_consumers, out finished boolean, out dead integer, out expired bigint)
language plpgsql as $$
declare
    v_row partition_consumers := p_row;
    v_head bigint;
    v_cut bigint;
    v_waits boolean := p_queue.max_wait_time_seconds > 0
                       and (p_queue.ttl = 0 or p_queue.max_wait_time_seconds < p_queue.ttl);
    v_dead bigint[];
    v_moved partition_consumers;
begin
    finished := true;
    dead := 0;
    expired := 0;
    select p.head into v_head from partitions p where p.id = p_row.partition_id;
    if p_row.skip_before is not null then
        v_row.committed := _offset_at(p_row.partition_id, v_row.committed, v_head, p_row.skip_before);
        if p_now >= p_row.skip_before then
            v_row.skip_before := null;
        end if;
    end if;
    if v_waits then
        v_cut := _offset_at(p_row.partition_id, v_row.committed, v_head,
                            p_now - make_interval(secs => p_queue.max_wait_time_seconds));
        select array_agg(o."offset") into v_dead
          from (select m."offset" from messages m
                 where m.partition_id = p_row.partition_id and m."offset" >= v_row.committed and m."offset" < v_cut
                   and (v_row.completed is null or not v_row.completed @> m."offset")
                 order by m."offset" limit 1000) o;
        if v_dead is not null then
            perform _dead_letter(p_row.partition_id, p_row.group_id, v_dead, 'max_wait', 'Waited longer than '
                                 || p_queue.max_wait_time_seconds || ' seconds');
            v_row.committed := v_dead[cardinality(v_dead)] + 1;
            dead := cardinality(v_dead);
            v_row.dead := v_row.dead + dead;
            finished := dead < 1000;
        end if;
    elsif p_queue.ttl > 0 then
        v_cut := _offset_at(p_row.partition_id, v_row.committed, v_head,
                            p_now - make_interval(secs => p_queue.ttl));
        v_row.passed := nullif(
            coalesce(v_row.passed, '{}') + int8multirange(int8range(v_row.committed, v_cut))
            - coalesce(v_row.completed, '{}'), '{}');
        -- Bound: the last 100 stretches. They suffice to tell expired from completed, and the row stays small.
        v_row.passed := (select range_agg(r.r) from (
            select r from unnest(v_row.passed) r order by r desc limit 100) r);
        expired := _offsets_in(int8multirange(int8range(v_row.committed, v_cut)) - coalesce(v_row.completed, '{}'));
        v_row.expired := v_row.expired + expired;
        v_row.committed := v_cut;
    end if;
    if v_row.committed > p_row.committed then
        v_row.committed := _next_open(p_row.partition_id, v_row.committed, v_head, v_row.completed);
    end if;
    update partition_consumers c
       set committed = v_row.committed, skip_before = v_row.skip_before, passed = v_row.passed,
           expired = v_row.expired, dead = v_row.dead,
           oldest_at = _oldest_at(c.partition_id, v_row.committed, c.oldest_at)
     where c.partition_id = p_row.partition_id and c.group_id = p_row.group_id
       and (c.committed, c.skip_before) is distinct from (v_row.committed, v_row.skip_before)
    returning c.* into v_moved;
    moved := case when found then v_moved else v_row end;
end $$;
