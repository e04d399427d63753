-- A group's progress in a partition of the log, and the claim of it.
--
-- next_position keeps this promise: it is never later than the first pending message that the group's scan has
-- seen. A statement that changes next_position holds the row, and looks no further than the scan has looked
-- (scans.scanned_to). The scan will mark the messages beyond.
create table log.offsets (
    id            bigint generated always as identity primary key,
    scan_id       bigint not null references log.scans (id) on delete cascade,
    partition_key text collate "C" not null,
    value         jsonb not null,                  -- {name: value}
    keys          uuid[] not null,                 -- of the values, in the order of the scan's names
    last_position bigint not null default 0,
    next_position bigint,                          -- of the first pending message; null: none
    handed_to     bigint not null default 0,       -- the last position that a claim handed out
    replay_until  bigint not null default 0,       -- the group's position before it was reset
    claimed_by    text,
    claimed_at    timestamptz,
    claimed_until timestamptz,
    claims        bigint not null default 0,       -- the number of the last claim; it refuses answers of earlier ones
    resume_at     timestamptz,                     -- released; rests until then
    error         text,
    unique (scan_id, keys)
) with (fillfactor = 70);

-- A claim takes the partition with the earliest pending message; of several, the one whose key comes first (as much of
-- the key as fits into an index entry). Partitions that rest are not in the index, so a claim need not step over them.
create index offsets_pending on log.offsets (scan_id, next_position, "left"(partition_key, 500))
    where next_position is not null and resume_at is null;
create index offsets_resting on log.offsets (scan_id, resume_at) where resume_at is not null;
