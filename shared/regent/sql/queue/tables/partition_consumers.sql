-- A group's progress in a partition, and its lease of it. One row per (partition, group): at most one live lease
-- can exist because there is only one place to write it.
--
-- The row is in one of three conditions:
--   ready     something may be pending (or leased); found by the index below
--   resting   something is pending, but not before rest_until (retry delay, delay, window buffer)
--   idle      neither: nothing is pending at or past `committed`
-- A leased row stays ready, so taking and extending a lease touches no indexed column (HOT).
create table queen.partition_consumers (
    partition_id     bigint not null,
    group_id         bigint not null references queen.consumer_groups (id) on delete cascade,
    committed        bigint not null default 0,  -- the cursor: all offsets before it are done
    completed        int8multirange,             -- done, but at or past the cursor
    ready            boolean not null,
    oldest_at        timestamptz not null,       -- created_at of the message at the cursor: pops take the oldest first
    rest_until       timestamptz,
    lease_id         uuid,
    leased_at        timestamptz,
    lease_expires_at timestamptz,
    released_at      timestamptz,
    last_lease_id    uuid,                       -- the lease that ended last: its acks may be repeated
    last_committed   bigint,                     -- for offsets completed by then: those before this one,
    last_completed   int8multirange,             -- and these
    batch_end        bigint,                     -- the lease covers [committed, batch_end)
    handed           integer,                    -- how many messages it handed out
    lease_shared     boolean not null default false,  -- the lease may hold other partitions, too
    lease_client     text,                       -- who took the lease, or the last one: its own name, for people
    batch_limit      integer,                    -- after an expiry: hand out no more than this
    failing          boolean not null default false,  -- queen.attempts has rows for it
    skip_before      timestamptz,                -- set by a subscription to an instant in the future
    passed           int8multirange,             -- offsets that ttl passed over: expired, not completed
    -- {"<offset>": n}: so many leases that ended with work left had handed out what is open before that offset
    redelivered      jsonb,
    last_consumed_at timestamptz,
    assigned         boolean not null default false,  -- the group has members (sql/members): only they move this cursor
    -- Counters since the row was made. They grow in updates that are made anyway; queen.count_activity turns their
    -- sums into time series.
    popped           bigint not null default 0,  -- messages handed out
    acked            bigint not null default 0,  -- messages completed
    failed           bigint not null default 0,  -- messages given back as failed
    lapsed           bigint not null default 0,  -- leases that ran out
    expired          bigint not null default 0,  -- messages passed over by ttl, or deleted unread by retention
    dead             bigint not null default 0,  -- messages given up
    primary key (partition_id, group_id)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);

-- The pop: the group's oldest ready partition is the first entry.
create index partition_consumers_ready on queen.partition_consumers (group_id, oldest_at, partition_id) where ready;
-- The pop wakes what has rested long enough.
create index partition_consumers_resting on queen.partition_consumers (group_id, rest_until)
    where rest_until is not null;
