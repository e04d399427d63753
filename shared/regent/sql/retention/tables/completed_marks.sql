-- How far all groups had completed a partition, seen by retention at an instant: offsets below upto. A message's
-- retention after its completion (completed_retention_seconds) counts from there, because a cursor does not say when
-- it passed a message. A partition has nine marks at most.
-- There is no foreign key to the partition, so that deleting a partition waits for nobody here. mark_completed deletes
-- the marks of partitions that are gone.
create table queen.completed_marks (
    partition_id bigint not null,
    seen_at      timestamptz not null,
    upto         bigint not null,
    primary key (partition_id, seen_at)
);
