-- Raises RG012 for a push to a queue in maintenance. Nothing is kept on the side: the producer is told to try
-- again later.
create function queen._require_open(p_lanes jsonb) returns void
language plpgsql as $$
declare
    v_closed jsonb;
begin
    if (select m.push from maintenance m) then
        raise exception 'pushes are in maintenance: nothing was stored; try again later'
            using errcode = 'RG012', detail = '{"queues": null}';
    end if;
    select jsonb_agg(distinct q.name) into v_closed
      from jsonb_to_recordset(p_lanes) as l(q text) join queues q on q.name = l.q and q.push_maintenance;
    if v_closed is not null then
        raise exception 'these queues are in maintenance: %; nothing was stored; try again later', v_closed
            using errcode = 'RG012', detail = jsonb_build_object('queues', v_closed)::text;
    end if;
end $$;
