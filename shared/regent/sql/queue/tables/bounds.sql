-- How many queues there may be, and partitions and groups of one queue: one row. Each install writes it, from the
-- settings REGENT_MAX_QUEUES, REGENT_MAX_PARTITIONS and REGENT_MAX_GROUPS.
create table queen.bounds (
    only_row   boolean primary key default true check (only_row),
    queues     integer not null,
    partitions integer not null,
    groups     integer not null
);
