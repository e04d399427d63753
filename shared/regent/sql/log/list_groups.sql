-- Lists the groups of the log by name, or the one that p_name names: its status, how far it has looked and come,
-- and in how many partitions a message is pending. A failed group whose retry_at has passed is shown as active,
-- whether a worker has claimed since or not.
create function log.list_groups(p_name text, p_after text, p_limit integer)
returns table (group_id text, status text, error_context json, retry_at timestamptz, partition_by text[],
               created_at timestamptz, updated_at timestamptz, partitions bigint, pending bigint, claimed bigint,
               lowest_position bigint, highest_position bigint, scanned_position bigint, safe_position bigint)
language plpgsql security definer set search_path = log, pg_temp as $$
#variable_conflict use_column
declare
    v_safe bigint := _safe_position();
    v_now timestamptz := queen.now();
begin
    if p_name is not null then
        perform _require_group(p_name);
    end if;
    return query
    select g.name, case when r.again then 'active' else g.status end, case when not r.again then g.error_context end,
           case when not r.again then g.retry_at end, g.partition_by, g.created_at, g.updated_at,
           o.partitions, o.pending, o.claimed, o.lowest, o.highest,
           (select min(s.scanned_to) from scans s where s.group_id = g.id), v_safe
      from groups g
     cross join lateral (select g.status = 'failed' and coalesce(g.retry_at <= v_now, false) as again) r
     cross join lateral (
           select count(*) as partitions, count(f.next_position) as pending,
                  count(*) filter (where f.claimed_until > v_now) as claimed,
                  min(f.last_position) as lowest, max(f.last_position) as highest
             from scans s join offsets f on f.scan_id = s.id where s.group_id = g.id) o
     where (p_name is null or g.name = p_name) and (p_after is null or g.name > p_after)
     order by g.name limit p_limit;
end $$;
