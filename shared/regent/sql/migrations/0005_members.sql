-- Groups with members: who they are, what they were assigned, and which rows only they may move.
alter table queen.partition_consumers add column assigned boolean not null default false;
alter table queen.consumer_groups add column has_members boolean not null default false;

create table queen.member_groups (
    id                bigint generated always as identity primary key,
    name              text collate "C" not null unique,
    queue_id          bigint not null references queen.queues (id) on delete cascade,
    app_id            text collate "C" not null,
    generation        bigint not null default 0,
    changed_at        timestamptz,
    rebalance_at      timestamptz,
    check_at          timestamptz,
    delete_when_empty boolean not null default false,
    created_at        timestamptz not null,
    last_modified_at  timestamptz not null
);

create table queen.members (
    member_id          text collate "C" primary key,
    group_id           bigint not null references queen.member_groups (id) on delete cascade,
    consumer_id        text collate "C" not null,
    place              bigint generated always as identity,
    session_timeout_ms integer not null,
    last_heartbeat     timestamptz not null,
    joined_at          timestamptz not null,
    partitions         int4range not null default 'empty',
    unique (group_id, consumer_id)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05);

-- Deleting a topic deletes its groups.
create index member_groups_queue on queen.member_groups (queue_id);
