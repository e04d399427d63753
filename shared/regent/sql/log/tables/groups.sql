-- Consumer groups of the log.
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
