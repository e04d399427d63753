-- How far a group has looked through the log for partitions by one set of names. The next claim looks through each
-- later message once, and marks the partitions that the message concerns.
create table log.scans (
    id          bigint generated always as identity primary key,
    group_id    bigint not null references log.groups (id) on delete cascade,
    names       text[] collate "C" not null,     -- sorted
    names_key   uuid not null,
    types       text[] collate "C" not null default '{}',   -- only these mark partitions: claims asked for them lately
    asked       text[] collate "C" not null default '{}',   -- of these, the types asked for since asked_since
    asked_since timestamptz not null,
    scanned_to  bigint not null default 0,
    unique (group_id, names_key)
);
