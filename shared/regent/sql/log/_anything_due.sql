-- Whether scheduled messages are due and wait to be appended.
create function log._anything_due() returns boolean
language plpgsql stable as $$
begin
    return exists (select from scheduled s where s.due_at <= queen.now());
end $$;
