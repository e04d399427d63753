-- A group on a queue. `whole_queue`: it follows every partition, future ones included; false if it has only ever
-- popped partitions that it named.
create table queen.consumer_groups (
    id          bigint generated always as identity primary key,
    queue_id    bigint not null references queen.queues (id) on delete cascade,
    name        text collate "C" not null,
    whole_queue boolean not null,
    created_at  timestamptz not null,
    has_members boolean not null default false,  -- its partitions are assigned, not leased
    paused_at   timestamptz,               -- while it is set, the group's pops find nothing in this queue
    unique (queue_id, name)
);
