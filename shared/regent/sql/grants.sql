-- What is granted is public; everything else is callable by the owner alone.
revoke all on all functions in schema queen from public;
revoke all on all functions in schema log from public;
grant usage on schema queen to regent_api, regent_reclaim, regent_jobs;
grant usage on schema log to regent_api, regent_reclaim;
grant execute on function queen.now() to regent_api, regent_reclaim, regent_jobs;
grant execute on function queen.configure, queen.push, queen.pop, queen.pop_matching, queen.ack, queen.extend,
    queen.transaction, queen.delete_queue to regent_api;
grant execute on function queen.read_maintenance, queen.switch_maintenance to regent_api;
grant execute on function queen.store_data_key, queen.read_data_key, queen.newest_data_key to regent_api;
grant execute on function queen.list_dead_letters, queen.count_dead_letters, queen.summarize_dead_letters, queen.redrive,
    queen.move_to_dead_letters, queen.purge_dead_letters to regent_api;
grant execute on function queen.list_messages, queen.read_message, queen.delete_message, queen.record_trace, queen.list_traces,
    queen.list_traces_by_name, queen.list_trace_names to regent_api;
grant execute on function queen.list_groups, queen.read_group, queen.list_lagging, queen.delete_group, queen.pause_group,
    queen.seek, queen.list_subscriptions, queen.delete_subscription, queen.move_subscription to regent_api;
grant execute on function queen.list_queues, queen.read_queue, queen.read_depth, queen.clear_queue, queen.list_partitions,
    queen.explain_partition, queen.delete_partition, queen.read_overview, queen.list_labels to regent_api;
grant execute on function queen.count_activity to regent_api, regent_reclaim;
grant execute on function queen.read_status, queen.list_queue_status, queen.read_queue_status, queen.read_activity,
    queen.chart_queues, queen.list_leases, queen.read_workers, queen.read_metrics, queen.read_postgres to regent_api;
grant execute on function queen.create_topic, queen.read_topics, queen.delete_topic, queen.produce, queen.read_records,
    queen.register_group, queen.read_member_groups, queen.delete_member_group, queen.join_group, queen.leave_group,
    queen.heartbeat, queen.read_assignment, queen.commit_offsets, queen.read_offsets to regent_api;
grant execute on function queen.reclaim, queen.rebalance_due to regent_reclaim;
grant execute on function queen.chart_retention to regent_api, regent_jobs;
-- The retention job deletes by these alone, and reads the messages that it archives; a replay is a push.
grant execute on function queen.plan_retention, queen.open_batches, queen.list_batches, queen.advance_batch,
    queen.list_archived, queen.retire_messages, queen.finish_batches, queen.drop_idle_partitions, queen.expire_history,
    queen.push to regent_jobs;
grant select on queen.messages_to_archive to regent_jobs;
grant select on queen.partition_leases, queen.messages_status, queen.queue_depths, queen.group_backlogs to regent_api, regent_jobs;
grant execute on function log.append, log.read_conditions, log.read_partition, log.read_log, log.read_correlated,
    log.declare_type, log.read_types, log.register_log_group, log.read_log_groups, log.set_log_group_status,
    log.reset_log_group, log.claim_next, log.ack_claim, log.release_claim, log.advance_offset, log.read_log_offsets,
    log.schedule_messages, log.look_through, log.read_safety to regent_api;
grant execute on function log.append_due to regent_api, regent_reclaim;
grant execute on function queen.list_lag, queen.list_lag_partitions, queen.read_lag_history to regent_api;
grant execute on function queen.plan_lag, queen.read_lag_groups, queen.read_lags, queen.expire_lag_snapshots to regent_jobs;
grant select, insert on queen.lag_snapshots, queen.lag_partitions to regent_jobs;
