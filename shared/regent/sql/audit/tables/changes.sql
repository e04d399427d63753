-- What was changed through the API, by whom: a row for each request that changed something.
create table queen.changes (
    id         uuid primary key,           -- of one request: long work adds to its row, statement by statement
    at         timestamptz not null,
    subject    text collate "C",           -- the token's sub; null where no token was asked for
    action     text collate "C" not null,
    queue      text collate "C",
    target     json not null,              -- the names of all that it is about, the queue's included
    parameters json not null,              -- json, not jsonb: as they were asked for, NUL and large numbers included
    result     json not null,
    request_id text not null
);

-- Lists go from the newest to the oldest. What is too old is deleted at the other end.
create index changes_at on queen.changes (at, id);
create index changes_queue on queen.changes (queue, at, id);
create index changes_subject on queen.changes (subject, at, id);
