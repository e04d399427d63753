-- Carries out one slice of the redrive that is due first, and of no other session's. It moves at most as many messages
-- as p_ids has, and not more than the redrive's rate has for a part of a second.
--
-- One row: which redrive, and how many letters and messages moved. Without an id nothing is due; wait_seconds says when
-- the next slice is (null: no redrive runs). While another session holds what is due, that is a moment, and never zero:
-- the caller would ask again without a rest.
--
-- The slice and what is written down of it are one transaction. A slice that is refused moves nothing: what will not
-- change ends the redrive as failed, all else is tried again after p_retry_seconds. So is one that waited too long for a
-- lock, as of a partition to which a transaction pushes that stays open: the other redrives go on.
create function queen.carry_redrive(p_ids uuid[], p_max_bytes bigint, p_retry_seconds integer)
returns table (id bigint, letters bigint, messages bigint, wait_seconds double precision)
language plpgsql security definer set search_path = queen, pg_temp as $$
#variable_conflict use_column
declare
    v redrives;
    v_parts integer;
    v_take bigint;
    v_partition bigint;
    v_offset bigint;
    v_copies jsonb;
    v_letters bigint;
    v_messages bigint;
    -- Plain letters for a queue that stores ciphertext, partitions that a fixed number leaves out, names that are gone.
    v_gone constant text[] := array['RG004', 'RG002', 'RG006', 'RG007', 'RG008'];
begin
    -- Judged again under its lock: one that was stopped, or carried on, meanwhile is not taken.
    select r.* into v from redrives r
     where r.status = 'running' and r.next_at <= queen.now()
     order by r.next_at, r.id limit 1 for update skip locked;
    if not found then
        return query
        select null::bigint, 0::bigint, 0::bigint, case when w.seconds > 0 then w.seconds when w.seconds <= 0 then 0.1 end
          from (select extract(epoch from min(r.next_at) - queen.now())::double precision as seconds
                  from redrives r where r.status = 'running') w;
        return;
    end if;
    -- A second has equal parts, a slice each, so that no second brings more than the rate.
    v_parts := ceil(v.rate_per_second / cardinality(p_ids)::numeric);
    v_take := least(coalesce(v.rate_per_second / v_parts, cardinality(p_ids)), v.message_limit - v.messages);
    begin
        with moved as materialized (
            select m.* from redrive(v.filter, v.target, v.newest, v.partition_id, v."offset", p_ids[1:v_take::integer],
                                    p_max_bytes, '{}') m),
        ranges as (
            select i.partition_id, min(i."offset") as first, count(*) as n
              from (select m.partition_id, m."offset",
                           m."offset" - row_number() over (partition by m.partition_id order by m."offset") as island
                      from moved m) i
             group by i.partition_id, i.island)
        select coalesce(sum(m.letters), 0), count(*),
               (array_agg(m.source_partition_id order by m.source_partition_id desc, m.source_offset desc))[1],
               (array_agg(m.source_offset order by m.source_partition_id desc, m.source_offset desc))[1],
               (select jsonb_agg(jsonb_build_object('partitionId', g.partition_id::text, 'offset', g.first, 'count', g.n)
                                 order by g.partition_id, g.first) from ranges g)
          into v_letters, v_messages, v_partition, v_offset, v_copies from moved m;
    exception when others then
        if sqlstate not like 'RG%' and sqlstate <> '55P03' then
            raise;
        end if;
        update redrives r
           set error = case when sqlstate = 'RG004'
                            then format('queue %s stores ciphertext only; POST /api/v1/dlq/redrive encrypts plain letters',
                                        coalesce(v.target, v.queue))
                            when sqlstate = '55P03'
                            then 'another transaction held what this one needs for too long'
                            else sqlerrm end,
               changed_at = queen.now(),
               status = case when sqlstate = any(v_gone) then 'failed' else r.status end,
               next_at = queen.now() + make_interval(secs => p_retry_seconds)
         where r.id = v.id;
        return query select v.id, 0::bigint, 0::bigint, null::double precision;
        return;
    end;
    update redrives r
       set redriven = r.redriven + v_letters, messages = r.messages + v_messages, error = null, changed_at = queen.now(),
           copies = jsonb_path_query_array(r.copies || coalesce(v_copies, '[]'), '$[0 to 999]'),
           -- Letters that another session held were passed over: it begins again until none is left.
           partition_id = coalesce(v_partition, 0), "offset" = coalesce(v_offset, -1),
           next_at = queen.now() + case when v_messages = 0 then interval '1 s'
                                        when v.rate_per_second is null then interval '0'
                                        else make_interval(secs => 1.0 / v_parts) end,
           status = case when r.messages + v_messages >= r.message_limit
                              or v_messages = 0 and count_dead_letters(v.filter, v.newest, 1) = 0
                         then 'done' else r.status end
     where r.id = v.id;
    return query select v.id, v_letters, v_messages, null::double precision;
end $$;
