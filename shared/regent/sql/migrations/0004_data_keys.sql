-- Data keys of KMS, wrapped: a message whose payload one of them encrypted names it by id.
create table queen.data_keys (
    id         text collate "C" primary key,
    kms_key    text not null,
    setting    text collate "C" not null,
    wrapped    text not null,
    created_at timestamptz not null
);

create index data_keys_newest on queen.data_keys (setting, created_at);
