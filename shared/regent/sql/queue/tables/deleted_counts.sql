-- What partitions and groups had counted before they were deleted, so that the sums of a queue never fall: a row
-- for each deletion (queue/_keep_counts.sql), which the next count adds up. Without a key and a reference: who
-- deletes waits for nobody here. queue_id 0: of queues that are gone themselves.
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
