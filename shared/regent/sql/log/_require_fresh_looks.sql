-- Refuses to go on where a statement does not see what was committed before it began, or where appends in flight
-- cannot be seen: a snapshot of the whole transaction, a replica. There a guard, a safe position or a mark would be wrong.
create function log._require_fresh_looks() returns void
language plpgsql stable as $$
begin
    if current_setting('transaction_isolation') <> 'read committed' or pg_is_in_recovery() then
        raise exception 'the log works at the isolation level read committed, on the primary server, only; this is %',
            case when pg_is_in_recovery() then 'a replica' else current_setting('transaction_isolation') end
            using errcode = 'invalid_transaction_state';
    end if;
end $$;
