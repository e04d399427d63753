-- Offsets whose messages one group alone gets: a replay into that group stored them. The rows that other groups have
-- count these offsets as completed, and so do rows that are made or set back later (queue/_missing_offsets.sql).
-- The group's id has no foreign key: when the group is deleted, its messages become nobody else's.
create table queen.reserved_offsets (
    partition_id bigint not null,
    from_offset  bigint not null,
    to_offset    bigint not null check (to_offset > from_offset),
    group_id     bigint not null,
    primary key (partition_id, from_offset)
);
