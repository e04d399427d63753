-- Groups that are paused everywhere: a queue that such a group comes to later is paused for it from the start. A
-- pop reads consumer_groups.paused_at.
create table queen.paused_groups (
    consumer_group text collate "C" primary key,
    paused_at      timestamptz not null
);
