-- Deletes the messages, the consumers' rows and the reserved offsets of deleted partitions, also when their queue's
-- deletion cascades to them. A statement trigger in place of foreign keys, because a foreign key is checked for every
-- pushed message.
create function queen._delete_partition_rows() returns trigger
language plpgsql security definer set search_path = queen, pg_temp as $$
begin
    delete from messages m using gone where m.partition_id = gone.id;
    delete from partition_consumers c using gone where c.partition_id = gone.id;
    delete from reserved_offsets r using gone where r.partition_id = gone.id;
    update queues q set partition_count = q.partition_count - n.lost, depth_bound = null
      from (select queue_id, count(*) as lost from gone group by queue_id) n
     where q.id = n.queue_id;
    return null;
end $$;

create trigger delete_partition_rows after delete on queen.partitions
    referencing old table as gone for each statement execute function queen._delete_partition_rows();
