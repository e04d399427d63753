-- What others may call of lag. The job writes its rows with COPY, so it may insert into both tables.
grant execute on function queen.list_lag_rollups, queen.list_lag_partitions, queen.read_lag_history to regent_api;
grant execute on function queen.plan_lag, queen.list_lag_groups, queen.measure_lag, queen.expire_lag_snapshots to regent_jobs;
grant select, insert on queen.lag_snapshots, queen.lag_partitions to regent_jobs;
