-- Completes messages that were handed out to one (partition, group): a lane of queen.ack of which all are completed,
-- or all up to one. p_lease may be null. Returns queen.ack's rows. A whole lease goes the short way
-- (_complete_lane.sql), any other lane goes to queen.ack.
create function queen.ack_lane(
    p_partition bigint, p_group text, p_lease uuid, p_indexes integer[], p_keys uuid[], p_up_to boolean)
returns table (lane integer, index integer, success boolean, repeated boolean, code text, dead boolean, released boolean,
               holder text, queue text, partition text)
language plpgsql security definer
set search_path = queen, pg_temp set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
    v_lane record := _complete_lane(p_partition, p_group, p_lease, p_keys, p_up_to);
begin
    if v_lane.partition is null then
        return query
        select * from ack(jsonb_build_array(jsonb_build_object(
            'p', p_partition, 'g', p_group, 'l', p_lease, 'i', p_indexes, 't', p_keys, 'u', p_up_to)));
        return;
    end if;
    lane := 1;
    success := true;
    repeated := false;
    dead := false;
    released := true;
    queue := v_lane.queue;
    partition := v_lane.partition;
    return next;
end $$;
