-- Raises RG001 if one of the queues would grow past its maximum, which refuses the whole request. The queue's row
-- is locked to the commit, so that two pushes cannot both take the last place. Messages that are stored already
-- take no room. Returns [{depth, maxSize} or null, …], one element per lane.
create function queen._reserve_capacity(p_limited bigint[], p_ids bigint[], p_of integer[], p_keys uuid[]) returns jsonb
language plpgsql as $$
declare
    v_queue queues;
    v_new bigint;
    v_depth bigint;
    v_answer jsonb := '{}';
begin
    for v_queue in select q.* from queues q where q.id = any(p_limited) and q.max_queue_size > 0 order by q.id for no key update loop
        select count(distinct (p.id, i.t)) into v_new
          from rows from (unnest(p_of), unnest(p_keys)) i(l, t)
          join partitions p on p.id = p_ids[coalesce(i.l, 1)] and p.queue_id = v_queue.id
         where not exists (select from messages m where m.partition_id = p.id and m.transaction_key = i.t);
        v_depth := v_queue.depth_bound;
        -- Bound: 1,000 partitions. Counting costs a look at each, so up to here it is always done and the answer
        -- is exact. A wider queue is counted only if its depth_bound does not suffice.
        if v_depth is null or v_queue.partition_count <= 1000 or v_depth + v_new > v_queue.max_queue_size then
            select d.current_depth into v_depth from queue_depths d where d.queue_id = v_queue.id;
        end if;
        if v_new > 0 and v_depth + v_new > v_queue.max_queue_size then
            raise exception 'queue % is full: it holds % of at most % messages, % more do not fit',
                v_queue.name, v_depth, v_queue.max_queue_size, v_new
                using errcode = 'RG001', detail = jsonb_build_object(
                    'queue', v_queue.name, 'depth', v_depth, 'maxSize', v_queue.max_queue_size,
                    'remaining', greatest(0, v_queue.max_queue_size - v_depth), 'requested', v_new)::text;
        end if;
        update queues q set depth_bound = v_depth + v_new where q.id = v_queue.id;
        v_answer := v_answer || jsonb_build_object(
            v_queue.id::text, jsonb_build_object('depth', v_depth + v_new, 'maxSize', v_queue.max_queue_size));
    end loop;
    return (select jsonb_agg(v_answer -> p.queue_id::text order by u.lane)
              from unnest(p_ids) with ordinality u(id, lane) join partitions p on p.id = u.id);
end $$;
