-- Batches of messages that are appended later. Until then they are not in the log: no read finds them, and no guard
-- meets them. A list of them reads no messages, which may be large: it has their number and types beside them.
create table log.scheduled (
    id            bigint generated always as identity primary key,
    due_at        timestamptz not null,
    messages      jsonb not null,
    scheduled_at  timestamptz not null,
    message_count integer not null,
    types         text[] not null                  -- ten of them at most, by name
);

-- The batch that is due next, and the list.
create index scheduled_due on log.scheduled (due_at, id);
