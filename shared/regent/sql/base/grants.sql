-- Runs before the other rooms' grants. What a room grants is public; the owner alone may call everything else.
revoke all on all functions in schema queen from public;
revoke all on all functions in schema log from public;
grant usage on schema queen to regent_api, regent_reclaim, regent_jobs, regent_export;
grant usage on schema log to regent_api, regent_reclaim, regent_export;
grant execute on function queen.now() to regent_api, regent_reclaim, regent_jobs, regent_export;
