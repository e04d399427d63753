-- Ends a redrive that runs, after the slice that is under way; one that ended stays as it is. Returns its id; raises RG039
-- if there is none.
create function queen.stop_redrive(p_id bigint) returns bigint
language plpgsql security definer set search_path = queen, pg_temp as $$
begin
    perform _require_redrive(p_id);
    update redrives r set status = 'stopped', changed_at = queen.now() where r.id = p_id and r.status = 'running';
    return p_id;
end $$;
