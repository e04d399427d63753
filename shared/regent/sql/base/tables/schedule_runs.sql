-- When each schedule last ran and what it did: one row for each schedule.
create table queen.schedule_runs (
    name   text primary key,
    ran_at timestamptz not null,
    result jsonb not null
);
