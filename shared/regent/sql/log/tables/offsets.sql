-- A group's progress in a partition of the log, and its claim of it.
--
-- next_position keeps this promise: when the group's scan has seen a pending message of the partition, it is not later
-- than that message. Who changes it holds the row, and looks no further than the scan has looked (scans.scanned_to):
-- what is beyond, the scan will mark.
create table log.offsets (
    id            bigint generated always as identity primary key,
    scan_id       bigint not null references log.scans (id) on delete cascade,
    partition_key text collate "C" not null,
    value         jsonb not null,                  -- {name: value}
    keys          uuid[] not null,                 -- of the values, in the order of the scan's names
    last_position bigint not null default 0,
    next_position bigint,                          -- of the first message that is pending; null: none
    handed_to     bigint not null default 0,       -- the last position that a claim handed out
    replay_until  bigint not null default 0,       -- up to here the group had come before it was reset
    claimed_by    text,
    claimed_at    timestamptz,
    claimed_until timestamptz,
    claims        bigint not null default 0,       -- fences: the number of the last claim
    resume_at     timestamptz,                     -- released to rest until then
    error         text,
    unique (scan_id, keys)
) with (fillfactor = 70);

-- A claim takes the partition with the earliest pending message, and of several the one whose key comes first (as much
-- of it as fits into an entry of an index). Those that rest are not in the way.
create index offsets_pending on log.offsets (scan_id, next_position, "left"(partition_key, 500))
    where next_position is not null and resume_at is null;
create index offsets_resting on log.offsets (scan_id, resume_at) where resume_at is not null;
