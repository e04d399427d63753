-- The event log: messages by position and by their attributes, groups that claim partitions of it.
create table log.kinds (
    id    integer generated always as identity primary key,
    type  text collate "C" not null,
    names text[] collate "C" not null,     -- sorted
    unique (type, names)
);

create table log.types (
    type       text collate "C" primary key,
    attributes text[] collate "C" not null
);

create sequence log.positions;

create table log.messages (
    position       bigint primary key,
    id             uuid not null unique,       -- made by who appends: the same one again is the same message
    kind_id        integer not null,
    payload        json not null,
    metadata       json,
    causation_id   uuid,
    correlation_id uuid,
    created_at     timestamptz not null
);

create index messages_correlation on log.messages (correlation_id, position) where correlation_id is not null;

create table log.message_keys (
    key      uuid not null,
    kind_id  integer not null,
    position bigint not null,
    primary key (key, kind_id, position)
);

create table log.shapes (
    type  text collate "C" not null,
    names text[] collate "C" not null,     -- sorted
    primary key (type, names)
);

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

create table log.scans (
    id         bigint generated always as identity primary key,
    group_id   bigint not null references log.groups (id) on delete cascade,
    names      text[] collate "C" not null,     -- sorted
    types      text[] collate "C" not null,     -- those that a claim has asked for so far; others mark nothing
    scanned_to bigint not null default 0,
    unique (group_id, names)
);

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

create index offsets_pending on log.offsets (scan_id, next_position, partition_key) where next_position is not null;

create table log.offset_keys (
    scan_id   bigint not null,
    key       uuid not null,
    offset_id bigint not null references log.offsets (id) on delete cascade,
    primary key (scan_id, key, offset_id)
);
create index offset_keys_offset on log.offset_keys (offset_id);

create table log.scheduled (
    id       bigint generated always as identity primary key,
    due_at   timestamptz not null,
    messages jsonb not null
);

create index scheduled_due on log.scheduled (due_at);
