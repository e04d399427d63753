-- The routines and views of the queue that other roles may use.
grant execute on function queen.configure, queen.push, queen.push_one, queen.pop, queen.pop_each, queen.pop_matching,
    queen.ack, queen.ack_lane, queen.ack_lanes, queen.take_next, queen.take_next_each, queen.extend, queen.release,
    queen.transaction, queen.delete_queue, queen.next_due to regent_api;
grant execute on function queen.reclaim to regent_reclaim;
-- A replay from the archive is a push.
grant execute on function queen.push to regent_jobs;
grant select on queen.partition_leases, queen.messages_status, queen.queue_depths, queen.group_backlogs to regent_api, regent_jobs;
