-- The attributes of a type that count, if they were declared. Otherwise all scalar attributes count.
create table log.types (
    type       text collate "C" primary key,
    attributes text[] collate "C" not null
);
