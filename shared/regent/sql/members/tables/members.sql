-- The members of each group, and the partitions assigned to them. A heartbeat writes last_heartbeat, which no
-- index contains, so that the update stays in place (HOT).
create table queen.members (
    member_id          text collate "C" primary key,       -- <group>-<uuid>
    group_id           bigint not null references queen.member_groups (id) on delete cascade,
    consumer_id        text collate "C" not null,          -- the client's own name for itself
    place              bigint generated always as identity, -- the order in which ranges are dealt out
    session_timeout_ms integer not null,
    last_heartbeat     timestamptz not null,
    joined_at          timestamptz not null,
    partitions         int4range not null default 'empty',
    unique (group_id, consumer_id)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05);
