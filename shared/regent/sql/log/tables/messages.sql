-- The event log: appended messages, by position. Positions come from a sequence, so appends run side by side. A
-- reader stops at the safe position (log/_safe_position.sql): no message can still appear at or below it.
create sequence log.positions;

create table log.messages (
    position       bigint primary key,
    id             uuid not null unique,       -- made by the client: an id that comes again is the same message
    kind_id        integer not null,
    payload        json not null,
    metadata       json,
    causation_id   uuid,
    correlation_id uuid,
    created_at     timestamptz not null
);

-- All messages of one conversation, in order.
create index messages_correlation on log.messages (correlation_id, position) where correlation_id is not null;
