-- What is granted is public; everything else is callable by the owner alone.
revoke all on all functions in schema queen from public;
grant usage on schema queen to regent_api, regent_reclaim, regent_jobs;
grant execute on function queen.now() to regent_api, regent_reclaim, regent_jobs;
grant execute on function queen.configure, queen.push, queen.pop, queen.pop_matching, queen.ack, queen.extend,
    queen.transaction, queen.delete_queue to regent_api;
grant execute on function queen.read_maintenance, queen.switch_maintenance to regent_api;
grant execute on function queen.create_topic, queen.read_topics, queen.delete_topic, queen.produce, queen.read_records,
    queen.register_group, queen.read_member_groups, queen.delete_member_group, queen.join_group, queen.leave_group,
    queen.heartbeat, queen.read_assignment, queen.commit_offsets, queen.read_offsets to regent_api;
grant execute on function queen.reclaim, queen.rebalance_due to regent_reclaim;
grant select on queen.partition_leases, queen.messages_status, queen.queue_depths, queen.group_backlogs to regent_api, regent_jobs;
