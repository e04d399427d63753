-- An ordered lane of a queue. `head` hands out offsets: it moves only under this row's lock, which is held to the
-- commit. So offsets have no gaps, and offset order is commit order. No column that changes on a push is indexed,
-- and half of each page stays free: a push updates the row in place (HOT).
create table queen.partitions (
    id            bigint generated always as identity primary key,
    queue_id      bigint not null references queen.queues (id) on delete cascade,
    name          text collate "C" not null,
    head          bigint not null default 0,    -- the next offset
    tail          bigint not null default 0,    -- the first offset still kept
    last_activity timestamptz not null,         -- created_at of the newest message; never goes back
    created_at    timestamptz not null,
    removed       bigint not null default 0,    -- messages between tail and head that were deleted one by one
    -- A bound for every message that is kept: with the head, a push writes down what later saves a look at each one.
    largest       integer not null default 0,   -- none takes more bytes of an answer (queue/_most_bytes.sql)
    delayed_until timestamptz,                  -- none is scheduled for later
    unique (queue_id, name)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05);
