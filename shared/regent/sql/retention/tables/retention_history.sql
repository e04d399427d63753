-- What retention deleted: a row for each partition and run of the job. The transaction that deletes writes it
-- (retention/retire_messages.sql), so it says neither more nor less than what was done. There are no foreign keys:
-- the record outlives its partition, and deleting a queue waits for nobody here. The job deletes old rows.
create table queen.retention_history (
    queue_id         bigint not null,
    partition_id     bigint not null,
    run_at           timestamptz not null,   -- when the run began
    messages_deleted bigint not null,
    messages_skipped bigint not null,        -- of these, those that some group had not completed
    archived         boolean not null,       -- they are in the archive, too
    deleted_at       timestamptz not null,   -- when the last of them was
    primary key (partition_id, run_at)
);

-- For charts, and to find rows that are too old to keep.
create index retention_history_deleted on queen.retention_history (deleted_at);
