-- What had happened in each queue when it was counted last (queen.count_activity): the sums of its partitions and
-- of its consumers' rows, those that are gone since included. The difference to now is what the next count adds to
-- queue_activity.
create table queen.queue_totals (
    queue_id   bigint primary key references queen.queues (id) on delete cascade,
    counted_at timestamptz not null,
    pushed     bigint not null,
    popped     bigint not null,
    acked      bigint not null,
    failed     bigint not null,
    lapsed     bigint not null,
    expired    bigint not null,
    dead       bigint not null
);
