-- What consumers note about messages, and the names under which it is found again.
create table queen.message_traces (
    id             bigint generated always as identity primary key,
    partition_id   bigint not null references queen.partitions (id) on delete cascade,
    "offset"       bigint not null,
    consumer_group text,
    event_type     text not null,
    data           json not null,
    worker_id      text,
    created_at     timestamptz not null
);
create index message_traces_message on queen.message_traces (partition_id, "offset", id);

create table queen.message_trace_names (
    name         text collate "C" not null,
    trace_id     bigint not null references queen.message_traces (id) on delete cascade,
    partition_id bigint not null,
    "offset"     bigint not null,
    primary key (name, trace_id)
);
create index message_trace_names_trace on queen.message_trace_names (trace_id, name);
