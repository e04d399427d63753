-- Where messages are found by their attributes: a row for each (name, value) of a message, and one for the message
-- itself under the key of no attribute. The key is a hash, not a number from a dictionary: two appends that mention a
-- new value at once would wait for each other there.
create table log.message_keys (
    key      uuid not null,
    kind_id  integer not null,
    position bigint not null,
    primary key (key, kind_id, position)
);
