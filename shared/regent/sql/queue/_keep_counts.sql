-- Keeps what deleted partitions and consumers' rows had counted (deleted_counts). So a push or a pop that was not
-- counted yet is not lost, and the sums of a queue never fall. Triggers see every deletion, also one that comes
-- through a foreign key.
--
-- A consumer's row knows its queue through its partition or its group. If both were deleted before it, the queue
-- is gone too (0).
create function queen._keep_counts() returns trigger
language plpgsql security definer set search_path = queen, pg_temp as $$
begin
    if tg_table_name = 'partitions' then
        insert into deleted_counts (queue_id, pushed, popped, acked, failed, lapsed, expired, dead)
        select n.queue_id, sum(n.head), 0, 0, 0, 0, 0, 0 from gone n where n.head > 0 group by n.queue_id;
    else
        insert into deleted_counts (queue_id, pushed, popped, acked, failed, lapsed, expired, dead)
        select coalesce(p.queue_id, g.queue_id, 0), 0, sum(n.popped), sum(n.acked), sum(n.failed), sum(n.lapsed),
               sum(n.expired), sum(n.dead)
          from gone n
          left join partitions p on p.id = n.partition_id
          left join consumer_groups g on g.id = n.group_id
         where n.popped + n.lapsed + n.expired + n.dead > 0
         group by 1;
    end if;
    return null;
end $$;

create trigger keep_counts after delete on queen.partitions
    referencing old table as gone for each statement execute function queen._keep_counts();
create trigger keep_counts after delete on queen.partition_consumers
    referencing old table as gone for each statement execute function queen._keep_counts();
