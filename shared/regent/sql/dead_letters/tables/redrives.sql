-- Redrives that the reclaim carries on, slice by slice, and those that ended, the newest of them.
--
-- A slice is one transaction: it moves letters, and writes here how far it came. So whatever dies between two slices,
-- no letter is lost or moved twice, and the next run goes on.
create table queen.redrives (
    id              bigint generated always as identity primary key,
    -- As _matching_dead_letters takes it; its queue.
    filter          jsonb not null,
    queue           text not null,
    -- Null: the letters go to their own queue.
    target          text,
    rate_per_second integer,
    message_limit   bigint,
    -- The newest letter when it began: messages that die again meanwhile are not for it.
    newest          bigint not null,
    -- Where the last slice ended: a partition and an offset in it.
    partition_id    bigint not null default 0,
    "offset"        bigint not null default -1,
    status          text not null default 'running' check (status in ('running', 'done', 'stopped', 'failed')),
    letters         bigint not null,
    redriven        bigint not null default 0,
    messages        bigint not null default 0,
    -- Where the first new messages are, as ranges {partitionId, offset, count}.
    copies          jsonb not null default '[]',
    -- Why the last slice was refused; null if it was not.
    error           text,
    started_by      text,
    started_at      timestamptz not null,
    changed_at      timestamptz not null,
    -- Before this no slice is due: its rate, or a refusal, makes it wait.
    next_at         timestamptz not null
);

-- carry_redrive takes the one that is due first.
create index redrives_running on queen.redrives (next_at, id) where status = 'running';
