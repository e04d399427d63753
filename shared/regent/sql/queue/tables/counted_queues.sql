-- How each queue stood when it was counted last (status/count_backlogs.sql). Where a look at each partition would
-- take too long, answers are read here, and say how old they are. No reference to queues: a deletion waits for
-- nothing here, and the next count takes the row away. Readers join the queues that there are.
create table queen.counted_queues (
    queue_id               bigint primary key,
    counted_at             timestamptz not null,
    total                  bigint not null,            -- messages kept, and what is left to do, as in _queue_counts
    pending                bigint not null,
    processing             bigint not null,
    completed              bigint not null,
    failed                 bigint not null,
    depth                  bigint not null,            -- as in queue_depths
    dead_letters           bigint not null,
    dead_letter_partitions bigint not null,
    leased_partitions      bigint not null,
    held                   bigint not null,            -- messages that groups hold, once for each group
    -- Over the rows of group_backlogs: their number, and the sums and 21 quantiles of ages and of open messages, from
    -- the smallest to the greatest. A median of many queues is found in these. Null where no group is behind.
    places                 bigint not null,
    lag_seconds            double precision not null,
    lag_spread             double precision[],
    open_messages          bigint not null,
    open_spread            double precision[],
    pending_partitions     bigint not null             -- in which the slowest group has something that nobody holds
) with (fillfactor = 50);
