-- Raises RG033 if the log has not reached a position. If only appends in flight have, raises
-- serialization_failure: a moment later the position may be reached.
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
