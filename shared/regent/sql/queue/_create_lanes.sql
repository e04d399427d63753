-- Makes the queues and partitions that lanes name and that do not exist yet. All of the queues are locked first,
-- in one order. Even a queue that misses nothing may be locked later, because of its maximum size
-- (_reserve_capacity).
create function queen._create_lanes(p_lanes jsonb) returns void
language plpgsql as $$
declare
    v_queue record;
begin
    perform _create_queue(n.q) from (
        select distinct l.q from jsonb_to_recordset(p_lanes) as l(q text) order by l.q) n;
    perform from queues q where q.name in (select l.q from jsonb_to_recordset(p_lanes) as l(q text))
      order by q.id for no key update;
    for v_queue in
        select q.id, q.name, q.fixed_partitions, array_agg(distinct coalesce(l.p, 'Default')) as wanted
          from jsonb_to_recordset(p_lanes) as l(q text, p text)
          join queues q on q.name = l.q
         where l.p is not null or q.fixed_partitions = 0
         group by q.id order by q.id
    loop
        if v_queue.fixed_partitions = 0 then
            perform _create_partitions(v_queue.id, v_queue.wanted);
        elsif exists (select from unnest(v_queue.wanted) w
                       where not exists (select from partitions p where p.queue_id = v_queue.id and p.name = w)) then
            raise exception 'queue % has the partitions 0 to %, not %', v_queue.name, v_queue.fixed_partitions - 1,
                (select string_agg(quote_literal(w), ', ') from unnest(v_queue.wanted) w
                  where not exists (select from partitions p where p.queue_id = v_queue.id and p.name = w))
                using errcode = 'RG002', detail = jsonb_build_object(
                    'queue', v_queue.name, 'partitions', v_queue.fixed_partitions)::text;
        end if;
    end loop;
end $$;
