-- queen.ack_lane for several requests: p_lanes has a lane of each, in the two forms of queen.ack that have keys.
-- Returns queen.ack's rows; `lane` counts from 1. A lane that is refused refuses only itself.
--
-- Rows are waited for in the order that everybody keeps: by partition and group (_lock_consumers.sql). Of two lanes
-- for one row the first one comes first.
create function queen.ack_lanes(p_lanes jsonb)
returns table (lane integer, index integer, success boolean, repeated boolean, code text, dead boolean, released boolean,
               holder text, queue text, partition text)
language plpgsql security definer
set search_path = queen, pg_temp set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
#variable_conflict use_column
declare
    v_lane record;
begin
    for v_lane in
        select l.* from rows from (jsonb_to_recordset(p_lanes) as (p bigint, g text, l uuid, i integer[], t uuid[], u boolean))
                        with ordinality l(p, g, l, i, t, u, lane)
          left join partitions p on p.id = l.p
          left join consumer_groups g on g.queue_id = p.queue_id and g.name = l.g
         order by l.p, g.id, l.lane
    loop
        return query
        select v_lane.lane::integer, a.index, a.success, a.repeated, a.code, a.dead, a.released, a.holder, a.queue,
               a.partition
          from ack_lane(v_lane.p, v_lane.g, v_lane.l, v_lane.i, v_lane.t, v_lane.u) a;
    end loop;
end $$;
