-- Lists a group's partitions by id, the order in which they were found: the group's position, and the worker that
-- holds the partition. Starts at an id; returns as many as fit into p_max_bytes, and at least one.
create function log.list_offsets(p_group text, p_from bigint, p_limit integer, p_max_bytes bigint)
returns table (id bigint, partition_key text, partition_value jsonb, last_position bigint, next_position bigint,
               claimed boolean, claim_id text, claimed_by text, claimed_at timestamptz, claimed_until timestamptz,
               resume_at timestamptz, error text)
language plpgsql security definer set search_path = log, pg_temp as $$
#variable_conflict use_column
declare
    v_group groups := _require_group(p_group);
begin
    return query
    select f.id, f.partition_key, f.value, f.last_position, f.next_position,
           coalesce(f.claimed_until > queen.now(), false),
           case when f.claimed_until > queen.now() then f.id || '.' || f.claims end, f.claimed_by, f.claimed_at, f.claimed_until, f.resume_at, f.error
      from (select n.*, row_number() over (order by n.id) as nth,
                   sum(500 + 3 * octet_length(n.partition_key) + coalesce(octet_length(n.error), 0))
                       over (order by n.id) as bytes
              from (select o.* from offsets o join scans s on s.id = o.scan_id
                     where s.group_id = v_group.id and o.id >= coalesce(p_from, 0)
                     order by o.id limit p_limit) n) f
     where f.bytes <= p_max_bytes or f.nth = 1
     order by f.id;
end $$;
