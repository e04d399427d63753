-- What others may call of data keys.
grant execute on function queen.store_data_key, queen.read_data_key, queen.newest_data_key to regent_api;
