-- A page of partitions (_partitions_shown) of one queue, or of all queues if p_queue is null, by queue name and
-- partition name.
create function queen._partition_page(
    p_queue bigint, p_after_queue text, p_after text, p_offset integer, p_limit integer)
returns table (
    id bigint, name text, queue text, head bigint, tail bigint, messages bigint, last_activity timestamptz,
    created_at timestamptz, groups json)
language sql stable as $$
    select s.* from _partitions_shown(array(
        select n.id from _partitions_by_name(p_queue, null, null, p_after_queue, p_after, p_offset, p_limit) n)) s
$$;
