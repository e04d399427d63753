-- The offsets [from_offset, to_offset) of a partition that a batch archives. Ranges of a partition follow each other
-- and never overlap, so no message is archived twice. A row stays until all of its messages are deleted.
-- There is no foreign key to the partition, so that deleting a partition waits for nobody here.
create table queen.archive_ranges (
    partition_id bigint not null,
    from_offset  bigint not null,
    to_offset    bigint not null check (to_offset > from_offset),
    batch_id     uuid not null references queen.archive_batches (id) on delete cascade,
    primary key (partition_id, from_offset)
);

-- The ranges of a batch, in the order in which it reads them.
create index archive_ranges_batch on queen.archive_ranges (batch_id, partition_id, from_offset);
