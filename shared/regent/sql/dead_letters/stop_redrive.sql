-- Ends a redrive that runs, after the slice that is under way; one that ended stays as it is. Returns its id, and whether
-- it ran until now; raises RG039 if there is none.
create function queen.stop_redrive(p_id bigint, out id bigint, out changed boolean)
language plpgsql security definer set search_path = queen, pg_temp as $$
#variable_conflict use_column
begin
    perform _require_redrive(p_id);
    update redrives r set status = 'stopped', changed_at = queen.now() where r.id = p_id and r.status = 'running';
    changed := found;
    id := p_id;
end $$;
