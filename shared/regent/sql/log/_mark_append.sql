-- Marks where this append starts from, for all to see at once: an advisory lock, whose number is that position.
-- (The first number, 1279870720, says that it is a mark.) It ends with the transaction, however that ends.
create function log._mark_append() returns void
language plpgsql volatile as $$
declare
    v_given bigint := _last_position();
begin
    perform pg_advisory_xact_lock_shared(1279870720, ((v_given + 2147483648) % 4294967296 - 2147483648)::integer);
end $$;
