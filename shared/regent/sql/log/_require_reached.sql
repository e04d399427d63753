-- Refuses a position that the log has not reached. One that an append in flight has taken may be reached in a moment.
create function log._require_reached(p_position bigint) returns void
language plpgsql as $$
declare
    v_given bigint := _last_position();
begin
    if p_position > v_given then
        raise exception 'position % is past the end of the log, %', p_position, v_given using errcode = 'RG033',
            detail = jsonb_build_object('position', p_position, 'lastPosition', v_given)::text;
    end if;
    if p_position > _safe_position() then
        raise exception 'appends below position % have not ended', p_position using errcode = 'serialization_failure';
    end if;
end $$;
