-- The id of a group that may claim now; null if it does not exist, is stopped or has failed. Makes a failed group
-- active again if its retry_at has passed.
create function log._running_group(p_name text, p_now timestamptz) returns bigint
language plpgsql as $$
declare
    v_group groups;
begin
    select g.* into v_group from groups g where g.name = p_name;
    if v_group.status = 'failed' and v_group.retry_at <= p_now then
        update groups g set status = 'active', error_context = null, retry_at = null, updated_at = p_now
         where g.id = v_group.id and g.status = 'failed' and g.retry_at <= p_now returning g.* into v_group;
    end if;
    return case when v_group.status = 'active' then v_group.id end;
end $$;
