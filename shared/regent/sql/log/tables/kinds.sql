-- A type together with the attributes that a message of it had. Most types have one kind; a message that leaves an
-- attribute out makes another. A message belongs to a partition by the attributes that both have. So its kind
-- decides how it is looked for, and the index of message_keys contains the kind.
create table log.kinds (
    id        integer generated always as identity primary key,
    type      text collate "C" not null,
    names     text[] collate "C" not null,     -- sorted
    names_key uuid not null,                   -- their hash (_names_key): names can be longer than an index entry
    unique (type, names_key)
);
