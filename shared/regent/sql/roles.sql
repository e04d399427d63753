-- The database roles. regent_owner owns everything and never logs in. Each other role may do what the rooms grant
-- it (<room>/grants.sql) and nothing else. Roles belong to the whole server, so an install into another database
-- may create them at the same moment.
do $$
declare
    v_role text;
    v_made boolean;
begin
    foreach v_role in array array['regent_owner', 'regent_api', 'regent_reclaim', 'regent_jobs', 'regent_export'] loop
        v_made := false;
        begin
            if not exists (select from pg_roles where rolname = v_role) then
                execute format('create role %I %s', v_role, case v_role when 'regent_owner' then 'nologin' else 'login' end);
                v_made := true;
            end if;
        exception when duplicate_object or unique_violation then
            null;
        end;
        -- A statement that hangs, or waits for a lock, ends by itself. Set on the role, because a proxy in front
        -- of the database refuses connection options.
        -- Bounds: 30 s for a statement, because API Gateway waits no longer for an answer. 5 s for a lock, so that
        -- a client hears in time that the database is busy. 60 s for a transaction whose client has stopped in it.
        if v_made and v_role <> 'regent_owner' then
            execute format('alter role %I set statement_timeout = ''30s''', v_role);
            execute format('alter role %I set lock_timeout = ''5s''', v_role);
            execute format('alter role %I set idle_in_transaction_session_timeout = ''60s''', v_role);
        end if;
    end loop;
    -- On Aurora, a role that has rds_iam logs in with an IAM token only.
    if exists (select from pg_roles where rolname = 'rds_iam') then
        grant rds_iam to regent_api, regent_reclaim, regent_jobs, regent_export;
    end if;
    -- To see how long transactions of other sessions last, and what they wait for. Aurora's master may grant the
    -- wider role only; who may grant neither installs without it.
    foreach v_role in array array['pg_read_all_stats', 'pg_monitor'] loop
        exit when pg_has_role('regent_owner', 'pg_read_all_stats', 'usage');
        begin
            execute format('grant %I to regent_owner', v_role);
        exception when insufficient_privilege then
            null;
        end;
    end loop;
    -- The creator of a role may administer it, but may not act as it without this grant, unless it is a superuser.
    -- Aurora's master user is none.
    if not pg_has_role(current_user, 'regent_owner', 'set') then
        execute format('grant regent_owner to %I with set true, inherit true', current_user);
    end if;
end $$;
