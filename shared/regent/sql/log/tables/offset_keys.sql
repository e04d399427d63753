-- Finds the partitions that contain a value. A message that has only some of a partition's attributes concerns
-- every partition that contains its values.
create table log.offset_keys (
    scan_id   bigint not null,
    key       uuid not null,
    offset_id bigint not null references log.offsets (id) on delete cascade,
    primary key (scan_id, key, offset_id)
);
create index offset_keys_offset on log.offset_keys (offset_id);
