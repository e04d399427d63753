-- A batch of the archive: ranges of a queue's messages (archive_ranges) that one task writes into Parquet files by
-- day. Each step is recorded here before the next one begins, so the next run goes on with the batches of a run that
-- was killed. A batch that fails verification goes back to `planned`.
--
--   planned    its ranges are fixed; no other batch gets them
--   written    its files are under _staging; `files` has their rows, bytes and checksums
--   verified   its files are where they stay, and were read back
--   committed  the archive's manifest names its files: from now on its messages may be deleted
--   deleted    its messages are deleted, and its ranges are gone
create table queen.archive_batches (
    id           uuid primary key,
    queue_id     bigint not null,
    queue_name   text collate "C" not null,
    archive      text not null,              -- the folder or s3:// prefix that it goes to
    status       text collate "C" not null check (status in ('planned', 'written', 'verified', 'committed', 'deleted')),
    files        jsonb not null default '[]',
    planned_at   timestamptz not null,
    changed_at   timestamptz not null,
    failures     integer not null default 0, -- how often its next step failed, and why it did at last
    last_error   text
);

-- The batches that are not finished.
create index archive_batches_open on queen.archive_batches (status, planned_at) where status <> 'deleted';
-- The finished batches that are too old to keep.
create index archive_batches_deleted on queen.archive_batches (changed_at) where status = 'deleted';
