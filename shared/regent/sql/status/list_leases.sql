-- Leases ordered by expiry, behind the given key: live ones, and expired ones that no pop or reclaim has ended yet.
-- `stuck`: the lease ends within 30 seconds, or has expired. `total` counts all that match; an empty page is one row
-- without a lease, so that `total` always comes.
create function queen.list_leases(
    p_queue text, p_group text, p_stuck boolean, p_after timestamptz, p_after_partition bigint, p_after_group bigint,
    p_offset integer, p_limit integer)
returns table (
    total bigint, queue text, partition text, partition_id bigint, consumer_group text, group_key bigint,
    leased_at timestamptz, expires_at timestamptz, messages bigint, held_seconds double precision,
    remaining_seconds double precision, stuck boolean, lease_id uuid, client text)
language plpgsql stable security definer set search_path = queen, pg_temp set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
    v_now timestamptz := queen.now();
    -- As in seed 002. A healthy consumer renews its lease before so little time is left.
    c_stuck constant interval := '30 seconds';
begin
    return query
    with held as materialized (
        select b.queue_name, b.partition_name, b.partition_id, b.consumer_group, b.group_id, b.lease_expires_at
          from group_backlogs b
         where b.lease_id is not null
           and (p_queue is null or b.queue_name = p_queue) and (p_group is null or b.consumer_group = p_group)
           and (p_stuck is not true or b.lease_expires_at < v_now + c_stuck)),
    page as (
        select h.* from held h
         where p_after is null
            or (h.lease_expires_at, h.partition_id, h.group_id) > (p_after, p_after_partition, p_after_group)
         order by h.lease_expires_at, h.partition_id, h.group_id offset p_offset limit p_limit)
    select (select count(*) from held), p.queue_name, p.partition_name, p.partition_id, p.consumer_group, p.group_id,
           c.leased_at, p.lease_expires_at, _open_in(c.completed, c.committed, c.batch_end),
           _seconds(c.leased_at, v_now), _seconds(v_now, p.lease_expires_at), p.lease_expires_at < v_now + c_stuck,
           c.lease_id, c.lease_client
      from (values (1)) always(one)
      left join page p on true
      left join partition_consumers c on c.partition_id = p.partition_id and c.group_id = p.group_id
     order by p.lease_expires_at, p.partition_id, p.group_id;
end $$;
