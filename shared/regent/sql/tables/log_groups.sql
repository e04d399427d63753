-- Consumer groups of the log.
create table log.groups (
    id            bigint generated always as identity primary key,
    name          text collate "C" not null unique,
    status        text not null default 'active',      -- active, stopped, failed
    error_context json,
    retry_at      timestamptz,                         -- a failed group tries again then
    partition_by  text[] collate "C",                  -- its usual partitions; a claim may name others
    replay_until  bigint not null default 0,           -- what comes again after a reset, up to here
    created_at    timestamptz not null,
    updated_at    timestamptz not null
);

-- How far a group has looked for partitions of one shape: what is appended later is looked through once, by the next
-- claim, and marks the partitions that it concerns.
create table log.scans (
    id         bigint generated always as identity primary key,
    group_id   bigint not null references log.groups (id) on delete cascade,
    names      text[] collate "C" not null,     -- sorted
    types      text[] collate "C" not null,     -- those that a claim has asked for so far; others mark nothing
    scanned_to bigint not null default 0,
    unique (group_id, names)
);
