-- Counts that partitions and groups had when they were deleted, so that the sums of a queue never fall. Each
-- deletion adds a row (queue/_keep_counts.sql), and the next count adds the rows up. No key and no reference: a
-- deletion waits for nothing here. queue_id 0: of queues that are gone themselves.
create table queen.deleted_counts (
    queue_id bigint not null,
    pushed   bigint not null,
    popped   bigint not null,
    acked    bigint not null,
    failed   bigint not null,
    lapsed   bigint not null,
    expired  bigint not null,
    dead     bigint not null
);
