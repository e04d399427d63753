-- Marks by which a job knows how far a replica is (status/leave_mark.sql).
create table queen.reader_marks (
    id      uuid primary key default gen_random_uuid(),
    left_at timestamptz not null
);
