-- Notes a change, in the transaction that makes it: `shared/regent/changes.py` has the statement. p_result is null
-- where nothing was changed; nothing is noted then. A partition's id in p_target stands for the names of queue and
-- partition, which are added. Long work calls this once a statement, with one p_id: the counts of its results add up.
create function queen.note_change(
    p_id uuid, p_subject text, p_action text, p_target jsonb, p_parameters json, p_request_id text, p_result json)
returns boolean
language sql security definer set search_path = queen, pg_temp as $$
    insert into changes as c (id, at, subject, action, queue, target, parameters, request_id, result)
    select p_id, queen.now(), p_subject, p_action, coalesce(p_target ->> 'queue', n.queue),
           p_target || jsonb_strip_nulls(jsonb_build_object('queue', n.queue, 'partition', n.partition)),
           p_parameters, p_request_id, p_result
      from (values (1)) always(one)
      left join (select q.name as queue, p.name as partition
                   from partitions p join queues q on q.id = p.queue_id
                  where p.id = case when p_target ->> 'partitionId' ~ '^\d{1,18}$'
                                    then (p_target ->> 'partitionId')::bigint end) n on true
     where p_result is not null
    on conflict (id) do update set result = _added_counts(c.result, excluded.result);
    select p_result is not null
$$;
