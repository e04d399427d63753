-- How far behind each group was on its queue when the queue was counted last (status/count_backlogs.sql): what
-- counted_queues is for queues. No reference to consumer_groups, for the same reason.
create table queen.counted_groups (
    group_id            bigint primary key,
    queue_id            bigint not null,
    counted_at          timestamptz not null,
    places              bigint not null,               -- rows of group_backlogs
    open_messages       bigint not null,
    processing          bigint not null,
    oldest_at           timestamptz,                   -- null where the group is not behind
    leases              bigint not null,               -- partitions that it holds
    handed              bigint not null,               -- messages that these leases handed out
    acked               bigint not null,               -- … and those of them that were acked
    members             bigint not null,               -- from here on as in groups/_group_state.sql
    partitions_with_lag bigint not null,
    max_time_lag        bigint not null,
    state               text not null,                 -- its state while it is not paused
    oldest_partition    bigint,                        -- the partition of the oldest open message
    pending_partitions  bigint not null,               -- in which it has something that nobody holds
    popped              bigint not null,               -- messages handed out since its rows were made
    popped_per_minute   double precision,              -- … between the last two counts; null after the first one
    last_pop_at         timestamptz,                   -- when it was handed something (groups/_taken_at.sql)
    last_consumed_at    timestamptz
) with (fillfactor = 50);
