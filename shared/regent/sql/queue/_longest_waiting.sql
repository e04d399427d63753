-- Places of these groups where something waits, at most 2 * p_most: what views/group_backlogs.sql says of those that
-- pops would take first, and of those that rest and wake first. It costs these places, not all. A message that was
-- given back waits since its return, behind those that waited then. With many groups each shows its first ones.
create function queen._longest_waiting(p_groups bigint[], p_most integer)
returns table (group_id bigint, partition_id bigint, partition_name text, open_messages bigint, processing bigint,
               oldest_at timestamptz, lease_id uuid, lease_expires_at timestamptz)
language plpgsql stable set plan_cache_mode = force_custom_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
declare
    v_each integer := greatest(10, p_most / greatest(1, cardinality(p_groups)));
begin
    return query
    select b.group_id, b.partition_id, b.partition_name, b.open_messages, b.processing, b.oldest_at, b.lease_id,
           b.lease_expires_at
      from ((select g.id, c.partition_id
               from unnest(p_groups) g(id)
              cross join lateral (
                    select r.partition_id, r.oldest_at from partition_consumers r
                     where r.group_id = g.id and r.ready
                     order by r.oldest_at, r.partition_id limit v_each) c
              order by c.oldest_at, c.partition_id limit p_most)
             union all
            (select g.id, c.partition_id
               from unnest(p_groups) g(id)
              cross join lateral (
                    select r.partition_id, r.rest_until from partition_consumers r
                     where r.group_id = g.id and r.rest_until is not null
                     order by r.rest_until limit v_each) c
              order by c.rest_until, c.partition_id limit p_most)) w
     cross join lateral (   -- one place at a time: the planner would rather look at all of a group's
           select v.* from group_backlogs v where v.group_id = w.id and v.partition_id = w.partition_id offset 0) b;
end $$;
