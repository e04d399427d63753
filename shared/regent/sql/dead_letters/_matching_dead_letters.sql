-- The ids of the dead letters that a filter asks for: newest first, below p_before, at most p_limit (null: all).
--
-- The filter's keys are queue, group, partition (with a queue), namespace, task, ids, key (of the transaction),
-- trace, reason, fingerprint, error, from, to, seconds (failed at least so long ago). Keys that are not asked for are
-- absent. The statement is put together from constant parts, so that each filter has a plan of its own.
--
-- For "the newest few of these" the planner tends to walk the primary key until it has met enough of them. If they
-- are old or rare, that is a walk through everything. So the statement asks for an order that only the right index
-- has. It compares rows, because a column that equals one value counts as ordered. Letters that are looked up are
-- fenced off from the order with "offset 0".
create function queen._matching_dead_letters(p_filter jsonb, p_before bigint, p_limit bigint) returns setof bigint
language plpgsql stable
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set enable_incremental_sort = off
as $$
declare
    v_before bigint := coalesce(p_before, 9223372036854775807);
    v_groups bigint[] := _dead_letter_groups(p_filter);
    v_filter constant jsonb := _with_fingerprint(p_filter);
    v_conditions text := _dead_letter_conditions(v_filter);
    v_page constant text := ' order by d.id desc limit $4';
begin
    if p_filter ?| array['ids', 'key', 'trace'] then
        return query execute
            'select d.id from (select d.* from queen.dead_letter_queue d where true' || v_conditions || ' offset 0) d
              where d.id < $2 and ($3 is null or d.group_id = any($3))
                and ($5 is null or d.partition_id = (select p.id from queen.partitions p
                                                       join queen.queues q on q.id = p.queue_id
                                                      where q.name = $1 ->> ''queue'' and p.name = $5))' || v_page
            using v_filter, v_before, v_groups, p_limit, p_filter ->> 'partition';
    elsif p_filter ? 'partition' then
        return query execute
            'select d.id from (select p.id from queen.partitions p join queen.queues q on q.id = p.queue_id
                                where q.name = $1 ->> ''queue'' and p.name = $1 ->> ''partition'') p
              cross join lateral (
                    select d.id from queen.dead_letter_queue d
                     where (d.partition_id, d.id) between (p.id, 0) and (p.id, $2 - 1)
                       and d.group_id = any($3)' || v_conditions || '
                     order by d.partition_id desc, d.id desc limit $4) d'
            using v_filter, v_before, v_groups, p_limit;
    elsif v_filter ? 'fingerprint' then
        -- Each group has a place of its own in the index, so all groups are asked where none is named.
        return query execute
            'select d.id from unnest($3) g(id) cross join lateral (
                    select d.id from queen.dead_letter_queue d
                     where (d.group_id, d.fingerprint, d.id) between (g.id, $5, 0) and (g.id, $5, $2 - 1)'
            || _dead_letter_conditions(v_filter - 'fingerprint') || '
                     order by d.group_id desc, d.fingerprint desc, d.id desc limit $4) d' || v_page
            using v_filter, v_before, coalesce(v_groups, array(select g.id from consumer_groups g)), p_limit,
                  v_filter ->> 'fingerprint';
    elsif v_groups is not null then
        return query execute
            'select d.id from unnest($3) g(id) cross join lateral (
                    select d.id from queen.dead_letter_queue d
                     where (d.group_id, d.id) between (g.id, 0) and (g.id, $2 - 1)' || v_conditions || '
                     order by d.group_id desc, d.id desc limit $4) d' || v_page
            using v_filter, v_before, v_groups, p_limit;
    else
        return query execute
            'select d.id from queen.dead_letter_queue d where d.id < $2' || v_conditions || v_page
            using v_filter, v_before, null::bigint[], p_limit;
    end if;
end $$;
