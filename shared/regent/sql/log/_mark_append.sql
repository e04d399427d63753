-- Marks the position that this append starts from. The mark is a shared advisory lock, so all sessions see it at
-- once. Its first number, 1279870720, says that it is a mark; its second number is the position, as 32 bits. The
-- lock ends with the transaction, whether that commits or not.
create function log._mark_append() returns void
language plpgsql volatile as $$
declare
    v_given bigint := _last_position();
begin
    perform pg_advisory_xact_lock_shared(1279870720, ((v_given + 2147483648) % 4294967296 - 2147483648)::integer);
end $$;
