-- Whether this database has a mark: it is the one in which the mark was left, or a replica of it that has come so far.
create function queen.has_mark(p_mark uuid) returns boolean
language sql stable security definer set search_path = queen, pg_temp as $$
    select exists (select from reader_marks m where m.id = p_mark)
$$;
