-- How far a group had come in each partition before it was reset. Claims hand messages up to there out as
-- replaying.
create table log.replays (
    scan_id bigint not null references log.scans (id) on delete cascade,
    keys    uuid[] not null,
    reached bigint not null,
    primary key (scan_id, keys)
);
