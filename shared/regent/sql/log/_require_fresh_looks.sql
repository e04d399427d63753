-- Raises invalid_transaction_state unless the transaction is read committed and on the primary server. A statement
-- in a transaction with one snapshot misses what was committed just before it; a replica does not show appends in
-- flight. There a guard, a safe position or a mark would be wrong.
create function log._require_fresh_looks() returns void
language plpgsql stable as $$
begin
    if current_setting('transaction_isolation') <> 'read committed' or pg_is_in_recovery() then
        raise exception 'the log works at the isolation level read committed, on the primary server, only; this is %',
            case when pg_is_in_recovery() then 'a replica' else current_setting('transaction_isolation') end
            using errcode = 'invalid_transaction_state';
    end if;
end $$;
