-- Chooses the partition of a push that names none, in a queue with a fixed number of partitions. It is the least
-- recently active one that the request does not name, because each lane of a request takes offsets of its own.
--
-- p_alone: the push has no other lane and its queue has no maximum size. Then no other lock has to come before
-- this partition's, so it is locked here. A partition that another push holds is passed over: concurrent pushes
-- spread. Any other push locks in the order that all pushes keep (push.sql), and may wait.
create function queen._least_active(p_queue_id bigint, p_queue text, p_lanes jsonb, p_alone boolean) returns text
language plpgsql as $$
declare
    v_named text[] := array(select l.p from jsonb_to_recordset(p_lanes) as l(q text, p text)
                             where l.q = p_queue and l.p is not null);
    v_name text;
begin
    if p_alone then
        select p.name into v_name from partitions p where p.queue_id = p_queue_id
         order by p.last_activity, p.id limit 1 for no key update skip locked;
    end if;
    if v_name is null then
        select p.name into v_name from partitions p where p.queue_id = p_queue_id and p.name <> all(v_named)
         order by p.last_activity, p.id limit 1;
    end if;
    if v_name is null then
        raise exception 'every partition of queue % is named in this request: name one for all of its items or for '
            'none', p_queue using errcode = 'RG003', detail = jsonb_build_object('queue', p_queue)::text;
    end if;
    return v_name;
end $$;
