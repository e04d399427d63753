-- How far a group has looked for partitions of one shape: what is appended later is looked through once, by the next
-- claim, and marks the partitions that it concerns.
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
