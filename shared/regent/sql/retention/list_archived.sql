-- Partitions behind p_after with messages that are archived and not deleted yet: up to which offset, and how many at
-- most.
create function queen.list_archived(p_after bigint, p_limit integer)
returns table (partition_id bigint, upto bigint, messages bigint)
language sql stable security definer set search_path = queen, pg_temp as $$
    select p.id, a.upto, a.upto - p.tail
      from (select r.partition_id, max(r.to_offset) as upto
              from archive_ranges r join archive_batches b on b.id = r.batch_id
             where b.status = 'committed'
             group by r.partition_id) a
      join partitions p on p.id = a.partition_id and p.tail < a.upto
     where p.id > p_after
     order by p.id limit p_limit
$$;
