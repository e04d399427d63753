-- Which attributes of a type count, where somebody said so; else all that are scalar.
create table log.types (
    type       text collate "C" primary key,
    attributes text[] collate "C" not null
);
