-- The partitions of another queue to which dead letters go, one for each lane. Missing ones are made.
create function queen._redrive_partitions(p_lanes jsonb) returns bigint[]
language plpgsql as $$
declare
    v_ids bigint[];
begin
    for v_try in 1..2 loop
        select array_agg(p.id order by l.lane) into v_ids
          from rows from (jsonb_to_recordset(p_lanes) as (q text, p text)) with ordinality l(q, p, lane)
          left join queues q on q.name = l.q
          left join partitions p on p.queue_id = q.id and p.name = l.p;
        exit when array_position(v_ids, null) is null;
        perform _create_lanes(p_lanes);
    end loop;
    perform _still_there(array_position(v_ids, null) is null);
    return v_ids;
end $$;
