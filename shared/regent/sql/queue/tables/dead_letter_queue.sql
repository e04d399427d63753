-- Messages that a group gave up on. Each is a copy, not a reference: a dead letter outlives the retention of its
-- message.
create table queen.dead_letter_queue (
    id              bigint generated always as identity primary key,
    partition_id    bigint not null references queen.partitions (id) on delete cascade,
    group_id        bigint not null references queen.consumer_groups (id) on delete cascade,
    "offset"        bigint not null,
    message_id      uuid not null,
    transaction_key uuid not null,
    transaction_text text,
    trace_id        uuid,
    producer_sub    text,
    is_encrypted    boolean not null,
    key             text,
    headers         json,
    payload         json not null,
    created_at      timestamptz not null,
    failed_at       timestamptz not null,
    retry_count     integer not null,
    reason          text not null,     -- retries, rejected, max_wait, moved
    error_message   text not null,
    -- error_message without what differs from letter to letter (_fingerprint.sql). In the order of its bytes, which no
    -- upgrade of the system's languages changes.
    fingerprint     text collate "C" not null,
    attempts        jsonb,             -- the last failed ones, as queen.attempts had them; null if there was none
    unique (partition_id, group_id, "offset")
);

-- Lists go from the newest to the oldest, and continue behind the id at which they stopped.
create index dead_letter_queue_group on queen.dead_letter_queue (group_id, id);

-- Lists of one partition go in that order, too.
create index dead_letter_queue_partition on queen.dead_letter_queue (partition_id, id);
-- A redrive takes a group's letters in the order in which they were pushed.
create index dead_letter_queue_order on queen.dead_letter_queue (group_id, partition_id, "offset");
-- Lists and redrives of one kind of error go in these orders, too.
create index dead_letter_queue_error on queen.dead_letter_queue (group_id, fingerprint, id);
create index dead_letter_queue_error_order on queen.dead_letter_queue (group_id, fingerprint, partition_id, "offset");
create index dead_letter_queue_transaction on queen.dead_letter_queue (transaction_key);
create index dead_letter_queue_trace on queen.dead_letter_queue (trace_id) where trace_id is not null;
