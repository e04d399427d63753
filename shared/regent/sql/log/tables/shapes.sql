-- Sets of attributes of a type that guards ask for together. An append locks the values of its messages for
-- exactly these sets (log/_lock_values.sql), so it meets exactly the guards that it would break.
create table log.shapes (
    type      text collate "C" not null,
    names     text[] collate "C" not null,     -- sorted
    names_key uuid not null,
    primary key (type, names_key)
);
