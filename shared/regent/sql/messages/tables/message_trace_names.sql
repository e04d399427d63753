-- The names under which a trace can be found again: those of a pipeline, an order, a customer. Each row has the
-- message's place, so that a name's messages are counted without a look at its traces.
create table queen.message_trace_names (
    name         text collate "C" not null,
    trace_id     bigint not null references queen.message_traces (id) on delete cascade,
    partition_id bigint not null,
    "offset"     bigint not null,
    primary key (name, trace_id)
);

-- The names of a trace, for answers and for the cascade that deletes them with it.
create index message_trace_names_trace on queen.message_trace_names (trace_id, name);
