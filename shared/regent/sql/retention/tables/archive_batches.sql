-- What the retention job archives at a time: some ranges of a queue's messages (archive_ranges), which become one
-- Parquet file a day. A batch only ever goes on to the next status, so that a job that was killed is gone on with:
--
--   planned    its ranges are fixed; nobody else archives them
--   written    files are there, under _staging; `files` has their rows, bytes and checksums
--   verified   they are where they stay, and were read back
--   committed  the archive's manifest names them: from now on the messages may be deleted
--   deleted    they are; the batch's ranges are gone
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

-- What is not finished.
create index archive_batches_open on queen.archive_batches (status, planned_at) where status <> 'deleted';
-- What is, and too old to keep.
create index archive_batches_deleted on queen.archive_batches (changed_at) where status = 'deleted';
