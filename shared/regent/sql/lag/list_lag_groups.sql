-- Every group on every queue, those without a partition included, for the lag job.
create function queen.list_lag_groups()
returns table (
    group_id bigint, namespace text, queue_name text, consumer_group text, whole_queue boolean, paused boolean,
    created_at timestamptz)
language sql stable security definer set search_path = queen, pg_temp
as $$
    select g.id, q.namespace, q.name, g.name, g.whole_queue, g.paused_at is not null, g.created_at
      from consumer_groups g join queues q on q.id = g.queue_id
$$;
