-- The API may call every public verb of this room. The reclaim counts, and measures for alarms.
grant execute on function queen.count_activity, queen.count_backlogs, queen.measure_objectives, queen.read_job_age
    to regent_api, regent_reclaim;
grant execute on function queen.read_status, queen.read_summary, queen.list_queue_status, queen.read_queue_status, queen.read_activity,
    queen.chart_queues, queen.read_sparklines, queen.list_leases, queen.read_workers, queen.read_metrics, queen.read_postgres,
    queen.chart_retention, queen.count_requests, queen.read_usage,
    queen.list_job_runs to regent_api;
-- A run of a job writes down that it began, and how it ended.
grant execute on function queen.begin_job_run, queen.end_job_run to regent_jobs, regent_export;
-- A job that reads from a replica has to know how far that is.
grant execute on function queen.leave_mark, queen.has_mark to regent_jobs;
