-- Failed deliveries, only of messages that have failed and are not done yet: a handful of rows, so that the
-- path of a message that succeeds never touches them (partition_consumers.failing says whether to look).
create table queen.attempts (
    partition_id bigint not null,
    group_id     bigint not null,
    "offset"     bigint not null,
    attempts     integer not null,
    last_error   text not null,
    failed_at    timestamptz not null,
    primary key (partition_id, group_id, "offset"),
    foreign key (partition_id, group_id) references queen.partition_consumers on delete cascade
);
