-- Says what `configure` would do, without doing it: no row is written or locked. It judges the request as configure does
-- (_configured). One row.
--
-- Ids and revision are null where the queue would be made.
--
-- changes   [{column, before, after}] of options and labels; none for a queue that is made
-- effects   [{column, consumerGroup, messages}]: so many messages that the group has not done are already older than
--           a new ttl, max_wait_time_seconds or pending_retention_seconds allows
-- It looks at p_most places of groups in partitions; at_least: there are more.
create function queen.preview_configure(
    p_name text, p_namespace text, p_task text, p_partitions integer, p_options jsonb, p_if_revision integer,
    p_most bigint)
returns table (
    queue_id bigint, partition_id bigint, namespace text, task text, partitions integer, revision integer,
    at_least boolean, changes jsonb, effects jsonb)
language plpgsql stable security definer
set search_path = queen, pg_temp set plan_cache_mode = force_custom_plan
as $$
#variable_conflict use_column
declare
    v_before queues;
    v_after queues;
    v_places bigint;
begin
    select q.* into v_before from queues q where q.name = p_name;
    v_after := _configured(v_before, p_name, p_namespace, p_task, p_partitions, p_options, p_if_revision);
    queue_id := v_before.id;
    namespace := v_after.namespace;
    task := v_after.task;
    partitions := coalesce(v_after.fixed_partitions, 0);
    select p.id into partition_id from partitions p
     where p.queue_id = v_before.id and p.name = case partitions when 0 then 'Default' else '0' end;
    select coalesce(jsonb_agg(jsonb_build_object('column', a.key, 'before', b.value, 'after', a.value) order by a.key), '[]')
      into changes
      from jsonb_each(to_jsonb(v_after)) a
      join jsonb_each(to_jsonb(v_before)) b on b.key = a.key
     where v_before.id is not null and a.value <> b.value;
    revision := v_before.revision + (jsonb_array_length(changes) > 0)::integer;
    select greatest(1, p_most / greatest(1, count(*))) into v_places
      from consumer_groups g where g.queue_id = v_before.id;
    at_least := coalesce(v_before.partition_count > v_places, false);
    select coalesce(jsonb_agg(jsonb_build_object('column', age.name, 'consumerGroup', g.name, 'messages', m.skipped)
                             order by age.name, m.skipped desc, g.name), '[]')
      into effects
      from (values ('ttl', v_before.ttl, v_after.ttl),
                   ('max_wait_time_seconds', v_before.max_wait_time_seconds, v_after.max_wait_time_seconds),
                   ('pending_retention_seconds',
                    case when v_before.retention_enabled then v_before.pending_retention_seconds else 0 end,
                    case when v_after.retention_enabled then v_after.pending_retention_seconds else 0 end)
           ) age(name, before, after)
     cross join lateral _moved_delivery(v_before.id, null, null, 'timestamp',
                                        queen.now() - make_interval(secs => age.after), null, v_places) m
      join consumer_groups g on g.id = m.group_id
     where age.after > 0 and age.after <> age.before and m.skipped > 0;
    return next;
end $$;
