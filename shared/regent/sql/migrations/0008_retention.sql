-- Retention: what it deleted, what it archives and has archived, and the order of both.
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

create index retention_history_deleted on queen.retention_history (deleted_at);

create table queen.archive_batches (
    id           uuid primary key,
    queue_id     bigint not null,
    queue_name   text collate "C" not null,
    archive      text not null,              -- the folder or s3:// prefix that it goes to
    status       text collate "C" not null check (status in ('planned', 'written', 'verified', 'committed', 'deleted')),
    files        jsonb not null default '[]',
    planned_at   timestamptz not null,
    changed_at   timestamptz not null
);

create index archive_batches_open on queen.archive_batches (status, planned_at) where status <> 'deleted';
create index archive_batches_deleted on queen.archive_batches (changed_at) where status = 'deleted';

create table queen.archive_ranges (
    partition_id bigint not null,
    from_offset  bigint not null,
    to_offset    bigint not null check (to_offset > from_offset),
    batch_id     uuid not null references queen.archive_batches (id) on delete cascade,
    primary key (partition_id, from_offset)
);

create index archive_ranges_batch on queen.archive_ranges (batch_id, partition_id, from_offset);
