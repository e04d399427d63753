-- The retention job deletes through these routines alone, and reads only the messages that it archives.
grant execute on function queen.plan_retention, queen.open_batches, queen.list_batches, queen.advance_batch,
    queen.fail_batch, queen.abandon_batches, queen.list_archived, queen.mark_completed, queen.retire_messages,
    queen.finish_batches, queen.drop_idle_partitions, queen.expire_history,
    queen.expire_dead_letters, queen.count_expired_dead_letters, queen.push_to_group
    to regent_jobs;
grant select on queen.messages_to_archive to regent_jobs;
-- The reclaim tells who watches when the archive stands still.
grant execute on function queen.read_archive_age to regent_reclaim;
-- The API shows how far the archive is.
grant execute on function queen.list_archive_batches to regent_api;
