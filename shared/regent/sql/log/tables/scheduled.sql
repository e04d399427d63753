-- Messages that are appended later. Until then they are not in the log: no read finds them, and no guard meets
-- them.
create table log.scheduled (
    id       bigint generated always as identity primary key,
    due_at   timestamptz not null,
    messages jsonb not null
);

create index scheduled_due on log.scheduled (due_at);
