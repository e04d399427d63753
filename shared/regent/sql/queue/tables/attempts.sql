-- Failed deliveries of messages that have failed and are not completed yet: a handful of rows.
-- partition_consumers.failing says whether to look here, so the path of a message that succeeds never touches this
-- table.
create table queen.attempts (
    partition_id bigint not null,
    group_id     bigint not null,
    "offset"     bigint not null,
    attempts     integer not null,
    last_error   text not null,
    failed_at    timestamptz not null,
    recent       jsonb not null,    -- the last attempts, the newest first: [{"at", "error"}] (_count_attempt.sql)
    primary key (partition_id, group_id, "offset"),
    foreign key (partition_id, group_id) references queen.partition_consumers on delete cascade
);
