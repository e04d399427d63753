-- What retention deleted: a row for each partition and run of the job, written by the transaction that deletes
-- (retention/retire_messages.sql), so that it says neither more nor less than what was done. Without references: the
-- record outlives its partition, and who deletes a queue waits for nobody here. The job deletes what is old.
create table queen.retention_history (
    queue_id         bigint not null,
    partition_id     bigint not null,
    run_at           timestamptz not null,   -- when the run began
    messages_deleted bigint not null,
    messages_skipped bigint not null,        -- of these, those that not every group had completed
    archived         boolean not null,       -- they are in the archive, too
    deleted_at       timestamptz not null,   -- the last of them
    primary key (partition_id, run_at)
);

-- Charts, and what is too old to keep.
create index retention_history_deleted on queen.retention_history (deleted_at);
