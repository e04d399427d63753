-- The event log: messages by position and by their attributes, groups that claim partitions of it.

create table log.kinds (
    id        integer generated always as identity primary key,
    type      text collate "C" not null,
    names     text[] collate "C" not null,     -- sorted
    names_key uuid not null,                   -- of all the names (_names_key): they can be longer than an index entry
    unique (type, names_key)
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
    type      text collate "C" not null,
    names     text[] collate "C" not null,     -- sorted
    names_key uuid not null,
    primary key (type, names_key)
);

create table log.groups (
    id            bigint generated always as identity primary key,
    name          text collate "C" not null unique,
    status        text not null default 'active',      -- active, stopped, failed
    error_context json,
    retry_at      timestamptz,                         -- a failed group tries again then
    partition_by  text[] collate "C",                  -- its usual partitions; a claim may name others
    created_at    timestamptz not null,
    updated_at    timestamptz not null
);

create table log.scans (
    id          bigint generated always as identity primary key,
    group_id    bigint not null references log.groups (id) on delete cascade,
    names       text[] collate "C" not null,     -- sorted
    names_key   uuid not null,
    types       text[] collate "C" not null default '{}',   -- only these mark: those that claims asked for lately
    asked       text[] collate "C" not null default '{}',   -- of these, those asked for since asked_since
    asked_since timestamptz not null,
    scanned_to  bigint not null default 0,
    unique (group_id, names_key)
);

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

create index offsets_pending on log.offsets (scan_id, next_position, "left"(partition_key, 500))
    where next_position is not null and resume_at is null;
create index offsets_resting on log.offsets (scan_id, resume_at) where resume_at is not null;

create table log.offset_keys (
    scan_id   bigint not null,
    key       uuid not null,
    offset_id bigint not null references log.offsets (id) on delete cascade,
    primary key (scan_id, key, offset_id)
);
create index offset_keys_offset on log.offset_keys (offset_id);

create table log.replays (
    scan_id bigint not null references log.scans (id) on delete cascade,
    keys    uuid[] not null,
    reached bigint not null,
    primary key (scan_id, keys)
);

create table log.scheduled (
    id       bigint generated always as identity primary key,
    due_at   timestamptz not null,
    messages jsonb not null
);

create index scheduled_due on log.scheduled (due_at);
