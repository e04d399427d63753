-- Counts of what happens in each queue, as time series. What was pushed before this version is no activity of its
-- first minute: counting starts here.
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
insert into queen.queue_totals
select q.id, clock_timestamp(), coalesce((select sum(p.head) from queen.partitions p where p.queue_id = q.id), 0),
       coalesce(sum(c.popped), 0), coalesce(sum(c.acked), 0), coalesce(sum(c.failed), 0), coalesce(sum(c.lapsed), 0),
       coalesce(sum(c.expired), 0), coalesce(sum(c.dead), 0)
  from queen.queues q
  left join queen.consumer_groups g on g.queue_id = q.id
  left join queen.partition_consumers c on c.group_id = g.id
 group by q.id;

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

create table queen.queue_activity (
    queue_id    bigint not null references queen.queues (id) on delete cascade,
    grain       text collate "C" not null check (grain in ('minute', 'hour', 'day')),
    bucket      timestamptz not null,
    pushed      bigint not null,
    popped      bigint not null,
    acked       bigint not null,
    failed      bigint not null,
    lapsed      bigint not null,
    expired     bigint not null,
    dead        bigint not null,
    depth       bigint not null,
    lag_seconds double precision not null,
    primary key (queue_id, grain, bucket)
) with (fillfactor = 70);
create index queue_activity_bucket on queen.queue_activity (grain, bucket);
