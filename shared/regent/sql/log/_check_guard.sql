-- Refuses an append whose guard is broken. The caller holds the values that the guard asks for: this statement, younger
-- than the locks, sees what was committed while it waited for them, and nothing that would matter is in flight.
-- p_ids: of the messages that are about to be appended.
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
        -- Who sends an append again while it is still in flight has waited for himself: it is known now.
        if exists (select from messages m where m.id = any(p_ids)) then
            raise exception 'the same messages were being appended' using errcode = 'serialization_failure';
        end if;
        raise exception 'a message that the guard excludes was appended at position %; read again and decide anew',
            v_conflicts[1] using errcode = 'RG030', detail = jsonb_build_object(
                'conflicts', v_conflicts, 'lastPosition', p_last)::text;
    end if;
end $$;
