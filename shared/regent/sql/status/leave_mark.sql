-- Leaves a mark here, for has_mark to look for on a replica. A replica applies commits in their order, so one that has
-- the mark has all that was committed before. Marks of an hour ago go.
create function queen.leave_mark() returns text
language sql security definer set search_path = queen, pg_temp as $$
    delete from reader_marks m where m.left_at < queen.now() - interval '1 hour';
    insert into reader_marks (left_at) values (queen.now()) returning id::text;
$$;
