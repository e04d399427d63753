-- The data keys of messages whose master key is in KMS, each wrapped by that master key: without KMS they are
-- useless. A message names its data key by id (payload: {"key": id, "sealed": ciphertext}), so that no message
-- carries a wrapped key of 200 bytes. Rows are kept for ever: an hour's messages are lost with one.
create table queen.data_keys (
    id         text collate "C" primary key,
    kms_key    text not null,              -- the master key that wrapped it, as KMS names it
    setting    text collate "C" not null,  -- the master key, as REGENT_ENCRYPTION_KMS_KEY named it
    wrapped    text not null,              -- base64
    created_at timestamptz not null
);

-- Finds the youngest key, which all processes with one setting share.
create index data_keys_newest on queen.data_keys (setting, created_at);
