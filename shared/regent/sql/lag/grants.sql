-- The API's role reads what the lag job measured. The job is the one program that touches tables itself: it writes
-- its rows with COPY and reads earlier ones in ranges (README.md says why).
grant execute on function queen.list_lag_rollups, queen.list_lag_partitions, queen.read_lag_history,
    queen.read_lag_heatmap, queen.list_lag_snapshots to regent_api;
grant execute on function queen.plan_lag, queen.list_lag_groups, queen.measure_lag, queen.expire_lag_snapshots to regent_jobs;
grant select, insert on queen.lag_snapshots, queen.lag_partitions to regent_jobs;
