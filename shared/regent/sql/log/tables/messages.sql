-- The event log: what was appended, by position. Positions come from a sequence, so appends run side by side; a reader
-- stops at the safe position (log/_safe_position.sql), below which nothing can still appear.
create sequence log.positions;

create table log.messages (
    position       bigint primary key,
    id             uuid not null unique,       -- made by who appends: the same one again is the same message
    kind_id        integer not null,
    payload        json not null,
    metadata       json,
    causation_id   uuid,
    correlation_id uuid,
    created_at     timestamptz not null
);

-- All messages of one conversation, in order.
create index messages_correlation on log.messages (correlation_id, position) where correlation_id is not null;
