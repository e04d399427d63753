-- Which roles may call the routines of topics and members.
grant execute on function queen.create_topic, queen.list_topics, queen.delete_topic, queen.produce, queen.read_records,
    queen.register_group, queen.list_member_groups, queen.delete_member_group, queen.join_group, queen.leave_group,
    queen.evict_member, queen.preview_evict_member, queen.list_generations,
    queen.heartbeat, queen.read_assignment, queen.commit_offsets, queen.read_offsets to regent_api;
grant execute on function queen.rebalance_due to regent_reclaim;
