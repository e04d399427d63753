-- The offsets [from_offset, to_offset) of a partition that a batch archives. Ranges of a partition never overlap and
-- follow each other, so that no message is archived twice; a row stays until all of its messages are deleted.
-- Without a reference to the partition: who deletes one waits for nobody here.
create table queen.archive_ranges (
    partition_id bigint not null,
    from_offset  bigint not null,
    to_offset    bigint not null check (to_offset > from_offset),
    batch_id     uuid not null references queen.archive_batches (id) on delete cascade,
    primary key (partition_id, from_offset)
);

-- What a batch reads, in order.
create index archive_ranges_batch on queen.archive_ranges (batch_id, partition_id, from_offset);
