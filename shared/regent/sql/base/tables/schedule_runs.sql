-- When each schedule ran last, and what it did: one row a schedule.
create table queen.schedule_runs (
    name   text primary key,
    ran_at timestamptz not null,
    result jsonb not null
);
