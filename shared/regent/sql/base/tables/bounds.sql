-- How many queues there may be, and partitions and groups of one queue, and whether names are plain: one row. Each
-- install writes it, from the settings REGENT_MAX_QUEUES, REGENT_MAX_PARTITIONS, REGENT_MAX_GROUPS and
-- REGENT_PLAIN_NAMES.
create table queen.bounds (
    only_row   boolean primary key default true check (only_row),
    queues     integer not null,
    partitions integer not null,
    groups     integer not null,
    plain_names boolean not null
);
