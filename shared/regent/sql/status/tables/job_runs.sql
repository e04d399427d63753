-- Runs of the Spark jobs: each writes down that it began, and how it ended. One that was killed has no end.
create table queen.job_runs (
    id         uuid primary key default gen_random_uuid(),
    name       text collate "C" not null,
    started_at timestamptz not null,
    lost_at    timestamptz not null,   -- a run takes no longer: without an end it was killed
    ended_at   timestamptz,
    failed     boolean,                -- null: it has not ended
    summary    json,                   -- what it says of itself at its end, in that order
    error      text
);

-- The runs of a job, the newest first.
create index job_runs_name on queen.job_runs (name, started_at, id);
