-- A group whose partitions are assigned to members. It belongs to one topic (a queue with a fixed number of
-- partitions). Its cursors are those of the consumer group of that name: one store of messages, two ways to share
-- it out.
--
-- Nothing runs between requests. What is due (a rebalance, the end of a member's session) is written here, and the
-- group's next request carries it out first (members/_carry_out.sql).
create table queen.member_groups (
    id                bigint generated always as identity primary key,
    name              text collate "C" not null unique,    -- G_<topic>_<app>
    queue_id          bigint not null references queen.queues (id) on delete cascade,
    app_id            text collate "C" not null,
    generation        bigint not null default 0,           -- grows with each rebalance; fences commits
    changed_at        timestamptz,                         -- the first change since the last rebalance
    rebalance_at      timestamptz,                         -- when the next is due; further changes delay it
    check_at          timestamptz,                         -- no member's session ends before this instant
    delete_when_empty boolean not null default false,
    created_at        timestamptz not null,
    last_modified_at  timestamptz not null
);

-- Deleting a topic deletes its groups.
create index member_groups_queue on queen.member_groups (queue_id);
