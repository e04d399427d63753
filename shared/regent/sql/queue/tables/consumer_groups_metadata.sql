-- When and how a named group subscribed, as seed 000 defines it. '' is a wildcard. The first mode wins: a pop
-- inserts a row once and never changes it. Rows outlive their queue. So a queue that is made again, or for the
-- first time after the pop that subscribed, serves the group from its first message.
create table queen.consumer_groups_metadata (
    id                     uuid primary key default gen_random_uuid(),
    consumer_group         text collate "C" not null,
    queue_name             text collate "C" not null default '',
    partition_name         text collate "C" not null default '',
    namespace              text collate "C" not null default '',
    task                   text collate "C" not null default '',
    subscription_mode      text not null,   -- new, all, timestamp
    subscription_timestamp timestamptz not null,
    created_at             timestamptz not null default now(),
    unique (consumer_group, queue_name, partition_name, namespace, task)
);

-- A new queue or partition looks up the groups that were waiting for it.
create index consumer_groups_metadata_lookup
    on queen.consumer_groups_metadata (queue_name, partition_name, namespace, task);
