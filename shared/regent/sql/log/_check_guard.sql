-- Raises RG030 if the guard is broken, and RG033 if it begins past the end of the log. p_ids: the ids of the
-- messages about to be appended.
--
-- The caller holds the locks on the values that the guard asks for. This statement begins after it got them, so it
-- sees everything that was committed while the caller waited. No message that could break the guard is in flight.
create function log._check_guard(p_conditions jsonb, p_last bigint, p_ids uuid[]) returns void
language plpgsql as $$
declare
    v_conflicts bigint[];
begin
    if p_last > _last_position() then
        raise exception 'the guard begins at position %, past the end of the log, %', p_last, _last_position()
            using errcode = 'RG033', detail = jsonb_build_object('position', p_last, 'lastPosition', _last_position())::text;
    end if;
    v_conflicts := _merge_matches(_condition_streams(p_conditions), p_last, 9223372036854775807, 100);
    if cardinality(v_conflicts) > 0 then
        -- A client that repeats its append while the first one is in flight has waited for its own messages. They are
        -- committed now: the statement starts again and finds them.
        if exists (select from messages m where m.id = any(p_ids)) then
            raise exception 'the same messages were being appended' using errcode = 'serialization_failure';
        end if;
        raise exception 'a message that the guard excludes was appended at position %; read again and decide anew',
            v_conflicts[1] using errcode = 'RG030', detail = jsonb_build_object(
                'conflicts', v_conflicts, 'lastPosition', p_last)::text;
    end if;
end $$;
