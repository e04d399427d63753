-- A group's progress in a partition of the log, and its claim of it.
create table log.offsets (
    id            bigint generated always as identity primary key,
    scan_id       bigint not null references log.scans (id) on delete cascade,
    partition_key text collate "C" not null,
    value         jsonb not null,                  -- {name: value}
    keys          uuid[] not null,                 -- of the values, in the order of the scan's names
    last_position bigint not null default 0,
    next_position bigint,                          -- of the first message that is pending; null: none
    claimed_by    text,
    claimed_at    timestamptz,
    claimed_until timestamptz,
    claims        bigint not null default 0,       -- fences: the number of the last claim
    resume_at     timestamptz,                     -- released with an error: not before then
    error         text,
    unique (scan_id, partition_key)
) with (fillfactor = 70);

-- A claim takes the partition with the earliest pending message.
create index offsets_pending on log.offsets (scan_id, next_position, partition_key) where next_position is not null;

-- Which partitions a value belongs to: a message with some of a partition's attributes concerns all of these.
create table log.offset_keys (
    scan_id   bigint not null,
    key       uuid not null,
    offset_id bigint not null references log.offsets (id) on delete cascade,
    primary key (scan_id, key, offset_id)
);
create index offset_keys_offset on log.offset_keys (offset_id);
