-- The switches of the control plane (maintenance, pause), counters of what happens in each row, the ways in which
-- dead letters are looked for, and names that compare like those that they are looked up by.
alter table queen.queues
    add column push_maintenance boolean not null default false,
    add column pop_maintenance boolean not null default false;
alter table queen.consumer_groups add column paused_at timestamptz;
alter table queen.partitions add column removed bigint not null default 0;
alter table queen.partition_consumers
    add column popped bigint not null default 0,
    add column acked bigint not null default 0,
    add column failed bigint not null default 0,
    add column lapsed bigint not null default 0,
    add column expired bigint not null default 0,
    add column dead bigint not null default 0;

drop index queen.dead_letter_queue_group;
create index dead_letter_queue_group on queen.dead_letter_queue (group_id, id);
create index dead_letter_queue_partition on queen.dead_letter_queue (partition_id, id);
create index dead_letter_queue_order on queen.dead_letter_queue (group_id, partition_id, "offset");
create index dead_letter_queue_transaction on queen.dead_letter_queue (transaction_key);
create index dead_letter_queue_trace on queen.dead_letter_queue (trace_id) where trace_id is not null;

create table queen.maintenance (
    only_row   boolean primary key default true check (only_row),
    push       boolean not null default false,
    pop        boolean not null default false,
    changed_at timestamptz
);
insert into queen.maintenance default values;

create table queen.paused_groups (
    consumer_group text collate "C" primary key,
    paused_at      timestamptz not null
);

create table queen.schedule_runs (
    name   text primary key,
    ran_at timestamptz not null,
    result jsonb not null
);

-- With another collation than the queues' and groups' names, its indexes did not serve the lookups by them.
alter table queen.consumer_groups_metadata
    alter column consumer_group type text collate "C",
    alter column queue_name type text collate "C",
    alter column partition_name type text collate "C",
    alter column namespace type text collate "C",
    alter column task type text collate "C";
