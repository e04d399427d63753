-- What led to each generation of a group, and which partitions its members then had. The newest row may be of the
-- generation to come: its first change makes it, and the rebalance completes it. Whoever writes rows of a group
-- holds the group's row, so the changes stand in their order.
create table queen.generations (
    group_id      bigint not null references queen.member_groups (id) on delete cascade,
    generation    bigint not null,
    change_count  bigint not null,
    changes       jsonb not null,                  -- the first of them, as list_generations returns them
    rebalanced_at timestamptz,                     -- null until the partitions are dealt out
    member_count  bigint,
    members       jsonb,                           -- those with partitions, as list_generations returns them
    primary key (group_id, generation)
);
