-- Notes that consumers made about a message while they worked on it. A trace is deleted with its partition, and
-- with its message (messages/delete_message.sql). The message is named by its offset, so that a transaction id
-- that is pushed again starts without traces.
create table queen.message_traces (
    id             bigint generated always as identity primary key,
    partition_id   bigint not null references queen.partitions (id) on delete cascade,
    "offset"       bigint not null,
    consumer_group text,
    event_type     text not null,
    data           json not null,          -- as text, like a payload
    worker_id      text,
    created_at     timestamptz not null
);

-- The traces of a message, oldest first.
create index message_traces_message on queen.message_traces (partition_id, "offset", id);
