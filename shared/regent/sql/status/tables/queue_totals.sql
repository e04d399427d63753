-- The sums of each queue when it was counted last (queen.count_activity): those of its partitions and consumers'
-- rows, deleted ones included. The next count adds the difference between then and now to queue_activity.
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
