-- The switches of the whole system, one row. A queue has both for itself, too (queues.sql).
create table queen.maintenance (
    only_row   boolean primary key default true check (only_row),
    push       boolean not null default false,  -- pushes are refused
    pop        boolean not null default false,  -- pops find nothing
    changed_at timestamptz
);

insert into queen.maintenance default values;
