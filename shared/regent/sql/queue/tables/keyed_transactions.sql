-- A transaction that its client gave a key, and its answer: who repeats it is answered with that. The reclaim deletes
-- it an hour later.
create table queen.keyed_transactions (
    key         uuid primary key,
    request     uuid not null,         -- a hash of it: another request does not get this answer
    answer      jsonb not null,        -- transaction.sql
    happened_at timestamptz not null
);

create index keyed_transactions_age on queen.keyed_transactions (happened_at);
