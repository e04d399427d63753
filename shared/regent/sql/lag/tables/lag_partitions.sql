-- Partitions in which a group was behind at an instant, as the lag job measured them. Without a row, the group was
-- not behind, or less than in MAX_LAG_PARTITIONS others. Only the last snapshots are kept
-- (queen.expire_lag_snapshots). There are no foreign keys: rows come by the hundred thousand, and go with their snapshot.
create table queen.lag_partitions (
    captured_at            timestamptz not null,
    group_id               bigint not null,
    partition_id           bigint not null,
    head                   bigint not null,
    position               bigint not null,    -- head less the open messages: how many are done or were passed over
    finished               bigint not null,    -- completed, expired or given up by consumers since the row was made
    popped                 bigint not null,    -- handed out since then
    held                   boolean not null,   -- leased, or assigned to a member
    offset_lag             bigint not null,
    delayed                bigint not null,
    due_at                 timestamptz not null,   -- the instant from which the oldest open message could be consumed
    time_lag_seconds       double precision not null,
    arrival_per_second     double precision,
    consumption_per_second double precision,
    seconds_to_drain       double precision,
    verdict                text collate "C" not null,
    primary key (captured_at, group_id, partition_id)
);
