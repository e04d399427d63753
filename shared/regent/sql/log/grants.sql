-- The routines of the event log that other roles may call.
grant execute on function log.append, log.read_conditions, log.read_partition, log.read_messages, log.read_message, log.read_correlated,
    log.declare_type, log.list_types, log.register_group, log.list_groups, log.set_group_status,
    log.reset_group, log.claim_next, log.ack_claim, log.extend_claim, log.release_claim, log.advance_offset, log.list_offsets,
    log.schedule_messages, log.list_scheduled, log.read_scheduled, log.cancel_scheduled, log.look_through to regent_api;
grant execute on function log.append_due, log.read_safety to regent_api, regent_reclaim;
grant execute on function log.next_due to regent_reclaim;
-- The export reads the whole log, and nothing else of the database.
grant execute on function log.plan_export to regent_export;
grant select on log.messages_to_export to regent_export;
