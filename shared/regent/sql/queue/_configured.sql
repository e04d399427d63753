-- The row of a queue as `configure` would leave it. Raises RG018 if the queue has another revision than p_if_revision,
-- and RG005 if it cannot have that number of partitions. A row without an id is a queue that is not there yet.
create function queen._configured(
    p_queue queen.queues, p_name text, p_namespace text, p_task text, p_partitions integer, p_options jsonb,
    p_if_revision integer)
returns queen.queues
language plpgsql as $$
declare
    v_queue queues := p_queue;
begin
    if v_queue.revision is distinct from coalesce(p_if_revision, v_queue.revision) then
        raise exception '%', case when v_queue.id is null then format('queue %s is not there any more', p_name)
            else format('queue %s was changed: its revision is %s, not %s', p_name, v_queue.revision, p_if_revision)
            end || '; read it again' using errcode = 'RG018', detail = jsonb_build_object(
                'queue', p_name, 'revision', v_queue.revision, 'ifRevision', p_if_revision)::text;
    end if;
    if p_partitions is distinct from v_queue.fixed_partitions and p_partitions is not null then
        if p_partitions < v_queue.fixed_partitions or (v_queue.fixed_partitions = 0 and v_queue.partition_count > 0) then
            raise exception 'queue % has % partitions; their number is fixed when the queue is made and can only grow',
                p_name, coalesce(nullif(v_queue.fixed_partitions, 0), v_queue.partition_count)
                using errcode = 'RG005', detail = jsonb_build_object(
                    'queue', p_name, 'partitions', v_queue.fixed_partitions, 'requested', p_partitions)::text;
        end if;
        v_queue.fixed_partitions := p_partitions;
    end if;
    v_queue.namespace := coalesce(p_namespace, v_queue.namespace, split_part(p_name, '.', 1));
    v_queue.task := coalesce(p_task, v_queue.task, split_part(p_name, '.', 2));
    return jsonb_populate_record(v_queue, p_options);
end $$;
