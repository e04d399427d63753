-- What happened in each queue, by minute, hour and day (UTC). What a count finds belongs to the moment of that
-- count. Where nothing happened and nothing waited, there is no row.
create table queen.queue_activity (
    queue_id    bigint not null references queen.queues (id) on delete cascade,
    grain       text collate "C" not null check (grain in ('minute', 'hour', 'day')),
    bucket      timestamptz not null,        -- when it begins
    pushed      bigint not null,             -- messages stored
    popped      bigint not null,             -- … handed out
    acked       bigint not null,             -- … completed
    failed      bigint not null,             -- … given back as failed
    lapsed      bigint not null,             -- leases that ran out
    expired     bigint not null,             -- messages passed over by ttl, or deleted unread by retention
    dead        bigint not null,             -- messages given up
    depth       bigint not null,             -- the greatest depth that a count found (as in queue_depths)
    lag_seconds double precision not null,   -- the greatest age of a group's next message that a count found
    primary key (queue_id, grain, bucket)
) with (fillfactor = 70);

-- For charts of all queues, and to find rows that are too old to keep.
create index queue_activity_bucket on queen.queue_activity (grain, bucket);
