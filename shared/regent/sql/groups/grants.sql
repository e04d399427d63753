-- Which roles may call the routines of consumer groups.
grant execute on function queen.list_groups, queen.list_standings, queen.read_group, queen.list_late_partitions,
    queen.delete_group, queen.preview_delete_group, queen.pause_group, queen.seek, queen.preview_seek,
    queen.list_subscriptions, queen.delete_subscription, queen.move_subscription to regent_api;
