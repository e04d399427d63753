-- A page of the subscriptions of groups, in the order of the records' own key. It starts after the key p_after
-- (its five parts), or after p_offset rows. `total` counts the records that fit the filters, on all pages.
-- Instants that a client gave come back as text, because in some time zones Python cannot represent the first and
-- the last of them.
create function queen.list_subscriptions(
    p_group text, p_queue text, p_limit integer, p_offset integer, p_after text[])
returns table (
    id uuid, consumer_group text, queue_name text, partition_name text, namespace text, task text,
    subscription_mode text, subscription_timestamp text, created_at timestamptz, total bigint)
language sql stable security definer set search_path = queen, pg_temp as $$
    with page as (
        select m.* from consumer_groups_metadata m
         where (p_group is null or m.consumer_group = p_group) and (p_queue is null or m.queue_name = p_queue)
           and (p_after is null
                or (m.consumer_group, m.queue_name, m.partition_name, m.namespace, m.task)
                   > (p_after[1], p_after[2], p_after[3], p_after[4], p_after[5]))
         order by m.consumer_group, m.queue_name, m.partition_name, m.namespace, m.task
         limit p_limit offset p_offset),
    counted as (
        select count(*) as total from consumer_groups_metadata m
         where (p_group is null or m.consumer_group = p_group) and (p_queue is null or m.queue_name = p_queue))
    select p.id, p.consumer_group, p.queue_name, p.partition_name, p.namespace, p.task, p.subscription_mode,
           _instant(p.subscription_timestamp), p.created_at, c.total
      from counted c left join page p on true
     order by p.consumer_group, p.queue_name, p.partition_name, p.namespace, p.task
$$;
