-- A page of partitions (_partition_page) of one queue, or of all queues if p_queue is null. An empty page is one row
-- without a partition, so that `total` always comes.
create function queen.list_partitions(
    p_queue text, p_after_queue text, p_after text, p_offset integer, p_limit integer)
returns table (
    total bigint, id bigint, name text, queue text, head bigint, tail bigint, messages bigint,
    last_activity timestamptz, created_at timestamptz, groups json)
language plpgsql stable security definer
set search_path = queen, pg_temp set plan_cache_mode = force_custom_plan set enable_seqscan = off
as $$
#variable_conflict use_column
declare
    v_queue bigint;
    v_total bigint;
begin
    if p_queue is null then
        select coalesce(sum(q.partition_count), 0) into v_total from queues q;
    else
        v_queue := _require_queue(p_queue);
        select q.partition_count into v_total from queues q where q.id = v_queue;
    end if;
    return query
    select v_total, p.* from (values (1)) always(one)
      left join _partition_page(v_queue, p_after_queue, p_after, p_offset, p_limit) p on true;
end $$;
