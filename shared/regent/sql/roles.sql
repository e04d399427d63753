-- Who acts on the database. The owner never logs in; each of the others may do what its rooms need
-- (grants.sql) and nothing else. Roles belong to the whole server, so another database's install may be
-- making them at this very moment.
do $$
declare
    v_role text;
    v_made boolean;
begin
    foreach v_role in array array['regent_owner', 'regent_api', 'regent_reclaim', 'regent_jobs'] loop
        v_made := false;
        begin
            if not exists (select from pg_roles where rolname = v_role) then
                execute format('create role %I %s', v_role, case v_role when 'regent_owner' then 'nologin' else 'login' end);
                v_made := true;
            end if;
        exception when duplicate_object or unique_violation then
            null;
        end;
        -- A statement that hangs, or waits for a lock, gives up by itself. Set on the role, because a proxy
        -- in front of the database refuses connection options.
        if v_made and v_role <> 'regent_owner' then
            execute format('alter role %I set statement_timeout = ''30s''', v_role);
            execute format('alter role %I set lock_timeout = ''5s''', v_role);
            execute format('alter role %I set idle_in_transaction_session_timeout = ''60s''', v_role);
        end if;
    end loop;
    -- On Aurora a role that has this one logs in with a token of IAM, and with nothing else.
    if exists (select from pg_roles where rolname = 'rds_iam') then
        grant rds_iam to regent_api, regent_reclaim, regent_jobs;
    end if;
    -- Who makes a role may administer it, but not act as it, until he says so (Aurora's master is no superuser).
    if not pg_has_role(current_user, 'regent_owner', 'set') then
        execute format('grant regent_owner to %I with set true, inherit true', current_user);
    end if;
end $$;
