-- Plans what retention could delete now, partition by partition. It looks at the p_limit partitions with messages
-- behind p_after; next_after is the p_after of the next call, null at the end. With p_archiving it plans only
-- messages that no batch of the archive has yet.
--
-- Each partition costs some index probes, and no walk over messages. `pending` counts the offsets that some group has
-- not completed, `unread` those that no group has. `bytes` is estimated from the first message, the last one and one
-- between. Nothing is locked, because retire_messages judges again what it deletes.
create function queen.plan_retention(p_after bigint, p_limit integer, p_archiving boolean)
returns table (cuts jsonb, next_after bigint)
language plpgsql stable security definer
set search_path = queen, pg_temp set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
#variable_conflict use_column
declare
    v_now timestamptz := queen.now();
    v_at record;
    v_from bigint;
    v_upto bigint;
    v_cursors record;
    v_seen integer := 0;
    v_found jsonb[] := '{}';
begin
    if not exists (select from queues q where q.retention_enabled) then
        cuts := '[]';
        return next;
        return;
    end if;
    for v_at in
        select p, q from partitions p join queues q on q.id = p.queue_id
         where p.id > p_after and p.tail < p.head and q.retention_enabled
         order by p.id limit p_limit
    loop
        v_seen := v_seen + 1;
        next_after := (v_at.p).id;
        v_upto := _retention_cut(v_at.q, v_at.p, v_now);
        v_from := case when p_archiving then _planned_to((v_at.p).id, (v_at.p).tail) else (v_at.p).tail end;
        if p_archiving then
            v_upto := least(v_upto, _planned_from((v_at.p).id, v_from));
        end if;
        continue when v_upto <= v_from;
        select min(c.committed) as slowest, max(c.committed) as fastest into v_cursors
          from partition_consumers c where c.partition_id = (v_at.p).id;
        v_found := v_found || jsonb_build_object(
            'queue', (v_at.q).name, 'partition', (v_at.p).id, 'from', v_from, 'to', v_upto,
            'pending', greatest(0, v_upto - greatest(v_from, v_cursors.slowest)),
            'unread', greatest(0, v_upto - greatest(v_from, v_cursors.fastest)),
            'bytes', (v_upto - v_from) * (
                select coalesce(avg(100 + pg_column_size(m.payload) + coalesce(pg_column_size(m.headers), 0)), 0)::bigint
                  from unnest(array[v_from, (v_from + v_upto) / 2, v_upto - 1]) o(at)
                 cross join lateral (
                       select s.payload, s.headers from messages s
                        where s.partition_id = (v_at.p).id and s."offset" >= o.at order by s."offset" limit 1) m));
    end loop;
    cuts := to_jsonb(v_found);
    if v_seen < p_limit then
        next_after := null;
    end if;
    return next;
end $$;
