-- Finds messages by their attributes: one row for each (name, value) of a message, and one for the message itself
-- under the key of no attribute. The key is a hash, not a number from a dictionary. With a dictionary, two appends
-- that bring the same new value at once would wait for each other.
create table log.message_keys (
    key      uuid not null,
    kind_id  integer not null,
    position bigint not null,
    primary key (key, kind_id, position)
);
