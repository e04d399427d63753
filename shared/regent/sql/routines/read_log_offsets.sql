-- Where a group is in each of its partitions, in the order in which they were found, and who holds which.
create function log.read_log_offsets(p_group text, p_after bigint, p_limit integer)
returns table (id bigint, partition_key text, partition_value jsonb, last_position bigint, next_position bigint,
               claimed boolean, claimed_by text, claimed_at timestamptz, claimed_until timestamptz,
               resume_at timestamptz, error text)
language plpgsql security definer set search_path = log, pg_temp as $$
#variable_conflict use_column
declare
    v_group groups := _log_group(p_group);
begin
    if v_group.partition_by is not null then
        perform _look_through(v_group);
    end if;
    return query
    select o.id, o.partition_key, o.value, o.last_position, o.next_position,
           coalesce(o.claimed_until > queen.now(), false), o.claimed_by, o.claimed_at, o.claimed_until, o.resume_at, o.error
      from offsets o join scans s on s.id = o.scan_id
     where s.group_id = v_group.id and o.id > coalesce(p_after, 0)
     order by o.id limit p_limit;
end $$;
