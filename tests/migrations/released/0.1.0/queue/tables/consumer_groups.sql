-- A group on a queue. `whole_queue`: it follows every partition, those to come included; false when it has
-- only ever popped named partitions.
create table queen.consumer_groups (
    id          bigint generated always as identity primary key,
    queue_id    bigint not null references queen.queues (id) on delete cascade,
    name        text collate "C" not null,
    whole_queue boolean not null,
    created_at  timestamptz not null,
    unique (queue_id, name)
);
