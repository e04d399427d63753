-- Adds up the rows that deletions have left since the last count: one row for each queue that exists, and one
-- (queue_id 0) for all queues that are gone. It sees committed deletions only, so it waits for nobody.
-- count_activity calls it under a lock, so one session at a time does.
create function queen._fold_deleted_counts() returns void
language sql as $$
    with folded as (
        delete from deleted_counts d
         where d.queue_id in (
               select n.queue_id from deleted_counts n group by n.queue_id having count(*) > 1
                union
               select n.queue_id from deleted_counts n
                where n.queue_id <> 0 and not exists (select from queues q where q.id = n.queue_id))
        returning d.*)
    insert into deleted_counts (queue_id, pushed, popped, acked, failed, lapsed, expired, dead)
    select coalesce(q.id, 0), sum(f.pushed), sum(f.popped), sum(f.acked), sum(f.failed), sum(f.lapsed), sum(f.expired),
           sum(f.dead)
      from folded f left join queues q on q.id = f.queue_id
     group by 1
$$;
