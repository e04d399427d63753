-- A type together with the attributes that a message of it had. Most types have one kind; an attribute that is left
-- out makes another. A message matches every attribute of a partition that it has: so what it has decides how it is
-- looked for, and stands in the index.
create table log.kinds (
    id        integer generated always as identity primary key,
    type      text collate "C" not null,
    names     text[] collate "C" not null,     -- sorted
    names_key uuid not null,                   -- of all the names (_names_key): they can be longer than an index entry
    unique (type, names_key)
);
