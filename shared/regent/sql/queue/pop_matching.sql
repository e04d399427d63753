-- Pops from the queues of a namespace, a task or both: higher priority first, then the oldest message. A queue
-- that came under the labels since the group's last pop is subscribed to on the way. One row of nulls says that no
-- queue has these labels. p_repeat and p_per_partition: as in pop.sql.
create function queen.pop_matching(
    p_namespace text, p_task text, p_group text, p_batch integer, p_partitions integer, p_auto_ack boolean,
    p_lease uuid, p_max_bytes bigint, p_mode text, p_from timestamptz, p_lease_seconds integer default null,
    p_repeat boolean default null, p_per_partition integer default null, p_client text default null)
returns table (
    queue text, namespace text, task text, partition_id bigint, partition text, "offset" bigint, id uuid,
    transaction_id text, trace_id uuid, key text, headers text, payload text, is_encrypted boolean,
    producer_sub text, created_at timestamptz, delivery integer, failed_attempts integer,
    lease_seconds integer, lease_expires_at timestamptz)
language plpgsql security definer
set search_path = queen, pg_temp set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
    v_name text;
    v_now timestamptz := queen.now();
begin
    if p_repeat is not null then
        perform _lock_key(p_lease, 4447);
        if p_repeat then
            return query select * from _leased_again(null, null, p_namespace, p_task, p_group, p_lease);
            if found then
                return;
            end if;
        end if;
    end if;
    if (p_group <> '__QUEUE_MODE__' or coalesce(p_mode, 'all') <> 'all') and not exists (
           select from consumer_groups_metadata m where m.consumer_group = p_group and m.queue_name = ''
              and m.partition_name = '' and m.namespace = p_namespace and m.task = p_task)
       or exists (
           select from _matching_queues(p_namespace, p_task) q
             left join consumer_groups g on g.queue_id = q.id and g.name = p_group and g.whole_queue
            where g.id is null)
    then
        perform _refuse_to_subscribe(p_mode, p_group, format('namespace %L, task %L', p_namespace, p_task));
        perform _subscribe_labels(p_namespace, p_task, p_group, p_mode, p_from);
    end if;
    for v_name in
        select q.name
          from _matching_queues(p_namespace, p_task) q
          join consumer_groups g on g.queue_id = q.id and g.name = p_group and g.whole_queue
          left join lateral (
              select c.oldest_at from partition_consumers c
               where c.group_id = g.id and c.ready and (c.lease_id is null or c.lease_expires_at <= v_now)
               order by c.oldest_at, c.partition_id limit 1) ready on true
         where g.paused_at is null and not q.pop_maintenance
           and (not g.has_members or _count_members(p_group, p_mode is not null) = 0)
           and (ready.oldest_at is not null or exists (
                   select from partition_consumers c where c.group_id = g.id and c.rest_until <= v_now))
         order by q.priority desc, ready.oldest_at nulls last, q.id
    loop
        return query
        select * from queen.pop(v_name, null, p_group, p_batch, p_partitions, p_auto_ack, p_lease, p_max_bytes,
                                p_mode, p_from, p_lease_seconds, null, p_per_partition, p_client);
        exit when found;
    end loop;
    if v_name is null and not exists (select from _matching_queues(p_namespace, p_task)) then
        return next;
    end if;
end $$;
