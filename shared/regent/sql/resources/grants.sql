-- The API's role may call every public verb of this room; no other role may.
grant execute on function queen.list_queues, queen.read_queue, queen.read_depth, queen.clear_queue, queen.list_partitions, queen.read_partition,
    queen.explain_partition, queen.explain_queue, queen.delete_partition, queen.preview_removal, queen.preview_configure, queen.read_overview, queen.list_labels to regent_api;
grant execute on function queen.read_maintenance, queen.switch_maintenance to regent_api;
