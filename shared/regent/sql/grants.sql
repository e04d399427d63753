-- What is granted is public; everything else is callable by the owner alone.
revoke all on all functions in schema queen from public;
revoke all on all functions in schema log from public;
grant usage on schema queen to regent_api, regent_reclaim, regent_jobs;
grant usage on schema log to regent_api, regent_reclaim;
grant execute on function queen.now() to regent_api, regent_reclaim, regent_jobs;
grant execute on function queen.configure, queen.push, queen.pop, queen.pop_matching, queen.ack, queen.extend,
    queen.transaction, queen.delete_queue to regent_api;
grant execute on function queen.read_maintenance, queen.switch_maintenance to regent_api;
grant execute on function queen.reclaim to regent_reclaim;
grant select on queen.partition_leases, queen.messages_status, queen.queue_depths, queen.group_backlogs to regent_api, regent_jobs;
grant execute on function log.append, log.read_conditions, log.read_partition, log.read_log, log.read_correlated,
    log.declare_type, log.read_types, log.register_log_group, log.read_log_groups, log.set_log_group_status,
    log.reset_log_group, log.claim_next, log.ack_claim, log.release_claim, log.advance_offset, log.read_log_offsets,
    log.schedule_messages, log.look_through, log.read_safety to regent_api;
grant execute on function log.append_due to regent_api, regent_reclaim;
