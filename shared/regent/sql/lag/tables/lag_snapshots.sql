-- How far behind groups were at an instant, as the lag job measured it and rolled it up (docs/jobs/lag.md). The job
-- writes the row of scope `system` last. An instant without that row is a failed snapshot, and nobody reads it.
--
--   scope      names of its rows
--   consumer   namespace, queue_name, consumer_group: a group on a queue
--   queue      namespace, queue_name: its groups
--   group      consumer_group: its queues
--   namespace  namespace
--   system     none
create table queen.lag_snapshots (
    captured_at            timestamptz not null,
    scope                  text collate "C" not null
                           check (scope in ('consumer', 'queue', 'group', 'namespace', 'system')),
    namespace              text collate "C" not null default '',
    queue_name             text collate "C" not null default '',
    consumer_group         text collate "C" not null default '',
    paused                 boolean not null,   -- the group is, or all of them are
    partitions             bigint not null,    -- pairs of a group and a partition that it follows, idle ones included
    lagging_partitions     bigint not null,    -- pairs with a lag
    offset_lag             bigint not null,    -- messages that could be consumed and are not completed
    delayed                bigint not null,    -- messages whose time has not come
    offset_lag_p50         double precision not null,
    offset_lag_p95         double precision not null,
    offset_lag_p99         double precision not null,
    offset_lag_max         bigint not null,
    time_lag_p50_seconds   double precision not null,
    time_lag_p95_seconds   double precision not null,
    time_lag_p99_seconds   double precision not null,
    time_lag_max_seconds   double precision not null,
    arrival_per_second     double precision,   -- null: there is no earlier snapshot to compare with
    consumption_per_second double precision,
    seconds_to_drain       double precision,   -- null: never, at these rates
    verdict                text collate "C" not null
                           check (verdict in ('ok', 'warning', 'stalled', 'stopped', 'rewound')),
    warning_partitions     bigint not null,
    stalled_partitions     bigint not null,
    stopped_partitions     bigint not null,
    rewound_partitions     bigint not null,
    head                   bigint not null,    -- the sum of the partitions' heads
    finished               bigint not null,    -- messages that consumers finished since they came
    -- Pairs with a lag by its time: less than 1 s, 10 s, 1 min, 10 min, 1 h, 6 h, 1 d, and more.
    histogram              bigint[] not null check (cardinality(histogram) = 8),
    primary key (captured_at, scope, namespace, queue_name, consumer_group)
);

-- The history of one rollup.
create index lag_snapshots_history
    on queen.lag_snapshots (scope, queue_name, consumer_group, namespace, captured_at);
