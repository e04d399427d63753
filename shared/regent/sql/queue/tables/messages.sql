-- The messages that were pushed. No foreign key: checking one costs a fifth of an insert. Deleting a partition
-- deletes its messages by trigger (queue/_delete_partition_rows.sql).
create table queen.messages (
    partition_id    bigint not null,
    "offset"        bigint not null,
    created_at      timestamptz not null,  -- taken under the partition's lock: never goes back within a partition
    id              uuid not null,
    -- The producer's idempotency key, as 16 bytes: itself when it is a UUID, else its hash (identifiers.py),
    -- with the text kept beside it. An index over text would cost 52 bytes a message more.
    transaction_key uuid not null,
    transaction_text text,
    trace_id        uuid,
    available_at    timestamptz,           -- when a delayed message is due; null: at once
    is_encrypted    boolean not null default false,
    producer_sub    text,                  -- who pushed it, from the token
    key             text,
    headers         json,
    payload         json not null,          -- as text: handed out as it came, without being parsed again
    primary key (partition_id, "offset"),
    constraint messages_transaction_key unique (partition_id, transaction_key)
) with (autovacuum_vacuum_insert_scale_factor = 0.1);

-- However few messages a partition holds on average, one partition can be deep. A lookup by transaction key must
-- never be planned as a walk through its partition. So the planner is told that partitions are few and deep.
alter table queen.messages alter column partition_id set (n_distinct = 200);

-- Finds all messages of a pipeline. Partial, so that a message without a trace pays nothing.
create index messages_trace on queen.messages (trace_id) where trace_id is not null;
-- Finds the scheduled messages of a partition, in order, for retention. Partial for that reason, too.
create index messages_scheduled on queen.messages (partition_id, "offset") include (available_at)
    where available_at is not null;
