-- The routines of data keys that the API may call.
grant execute on function queen.store_data_key, queen.read_data_key, queen.newest_data_key to regent_api;
