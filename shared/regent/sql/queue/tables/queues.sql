-- A queue and its options. Columns carry the names of the seeds' own SQL, so that operators' queries
-- ("update queen.queues set max_queue_size = …") work as written; functions/api/configure.py has the API's names.
create table queen.queues (
    id                          bigint generated always as identity primary key,
    name                        text collate "C" not null unique,
    namespace                   text collate "C" not null default '',
    task                        text collate "C" not null default '',
    fixed_partitions            integer not null default 0,     -- 0: a partition is made by the first push that names it
    lease_time                  integer not null default 300,   -- seconds
    retry_limit                 integer not null default 3,
    retry_delay                 integer not null default 1000,  -- milliseconds
    retry_delay_max             integer not null default 0,     -- milliseconds; above retry_delay, the delay doubles up to it
    priority                    integer not null default 0,
    delayed_processing          integer not null default 0,     -- seconds
    window_buffer               integer not null default 0,     -- seconds
    max_wait_time_seconds       integer not null default 0,
    ttl                         integer not null default 0,     -- seconds
    max_queue_size              integer not null default 0,     -- 0: unlimited
    retention_enabled           boolean not null default false,
    retention_seconds           integer not null default 0,
    completed_retention_seconds integer not null default 0,
    pending_retention_seconds   integer not null default 0,
    dead_letter_retention_seconds integer not null default 0,
    encryption_enabled          boolean not null default false,
    dead_letter_queue           boolean not null default false,
    dlq_after_max_retries       boolean not null default false,
    partition_count             integer not null default 0,
    -- An upper bound of a limited queue's depth: the last count plus all messages pushed since. Acks only lower
    -- the depth, so a push that fits below this bound need not count again. Null: count. A new maximum makes it
    -- null (queue/_forget_depth.sql), because pushes to a queue without a maximum are not added.
    depth_bound                 bigint,
    created_at                  timestamptz not null,
    push_maintenance            boolean not null default false,  -- pushes are refused
    pop_maintenance             boolean not null default false,  -- pops find nothing
    -- When it grew last, and how many partitions it had before that and lately: where a key belonged then
    -- (_partition_count_of.sql).
    grown_from                  integer[],
    grown_at                    timestamptz,
    -- Who sees payloads without taking messages (all, read-write, none), and which parts of them nobody does
    -- (regent/masks.py).
    payloads                    text not null default 'all',
    mask_paths                  text[] not null default '{}',
    revision                    integer not null default 1      -- of options and labels (queue/_count_revision.sql)
) with (fillfactor = 70);

-- A pop by namespace or task looks its queues up here (queue/_matching_queues.sql).
create index queues_namespace on queen.queues (namespace, task);
create index queues_task on queen.queues (task);
-- Retention looks at no partition while no queue asks for it.
create index queues_retained on queen.queues (id) where retention_enabled;
