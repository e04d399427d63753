-- Prolongs a live lease in every partition that it covers; never shortens it. A lease's id names its partitions
-- (identifiers.py), so this is a primary-key probe, and no index has to follow each lease.
create function queen.extend(p_lease uuid, p_partitions bigint[], p_seconds integer)
returns table (renewed integer, expires_at timestamptz, lease_seconds integer)
language sql security definer
set search_path = queen, pg_temp set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
    with live as materialized (
        select c.partition_id, c.group_id from partition_consumers c
         where c.partition_id = any(p_partitions) and c.lease_id = p_lease and c.lease_expires_at > queen.now()
         order by c.partition_id, c.group_id for no key update),
    renewed as (
        update partition_consumers c
           set lease_expires_at = greatest(c.lease_expires_at, queen.now() + make_interval(secs => p_seconds))
          from live
         where c.partition_id = live.partition_id and c.group_id = live.group_id
        returning c.lease_expires_at)
    select count(*)::integer, min(r.lease_expires_at),
           case when count(*) > 0 then greatest(p_seconds, floor(_seconds(queen.now(), min(r.lease_expires_at)))) end::integer
      from renewed r
$$;
