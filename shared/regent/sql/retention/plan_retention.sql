-- Plans what retention could delete now, partition by partition. It looks at the p_limit partitions with messages
-- behind p_after; next_after is the p_after of the next call, null at the end. With p_archiving it plans only
-- messages that no batch of the archive has yet, so a partition may have several cuts.
--
-- Each partition costs some index probes, and no walk over messages but scheduled ones (_older_than). After a hundred
-- thousand of them the call ends, and the next one goes on. `pending` counts the offsets that some group has not
-- completed, `unread` those that no group has. `bytes` is estimated from the first message, the last one and one
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
    v_upto bigint;
    v_cut int8range;
    v_cursors record;
    v_seen integer := 0;
    v_walked bigint := 0;
    v_found jsonb[] := '{}';
    c_walked constant integer := 100000;
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
        v_upto := _retention_cut(v_at.q, v_at.p, v_now, (v_at.p).head);
        continue when v_upto <= (v_at.p).tail;
        select min(c.committed) as slowest, max(c.committed) as fastest into v_cursors
          from partition_consumers c where c.partition_id = (v_at.p).id;
        for v_cut in
            select u.cut from _unplanned((v_at.p).id, (v_at.p).tail, v_upto) u(cut) where p_archiving
            union all select int8range((v_at.p).tail, v_upto) where not p_archiving
        loop
            v_found := v_found || jsonb_build_object(
                'queue', (v_at.q).name, 'partition', (v_at.p).id, 'from', lower(v_cut), 'to', upper(v_cut),
                'pending', greatest(0, upper(v_cut) - greatest(lower(v_cut), v_cursors.slowest)),
                'unread', greatest(0, upper(v_cut) - greatest(lower(v_cut), v_cursors.fastest)),
                'bytes', (upper(v_cut) - lower(v_cut)) * (
                    select coalesce(avg(100 + pg_column_size(m.payload) + coalesce(pg_column_size(m.headers), 0)), 0)::bigint
                      from unnest(array[lower(v_cut), (lower(v_cut) + upper(v_cut)) / 2, upper(v_cut) - 1]) o(at)
                     cross join lateral (
                           select s.payload, s.headers from messages s
                            where s.partition_id = (v_at.p).id and s."offset" >= o.at order by s."offset" limit 1) m));
        end loop;
        v_walked := v_walked + case when (v_at.p).delayed_until is null then 0 else v_upto - (v_at.p).tail end;
        exit when v_walked >= c_walked;
    end loop;
    cuts := to_jsonb(v_found);
    if v_seen < p_limit and v_walked < c_walked then
        next_after := null;
    end if;
    return next;
end $$;
