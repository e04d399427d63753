-- Appends messages, all or none. Appends none if the guard is broken: if a message after p_last matches one of its
-- conditions.
--
-- p_messages:   [{"i": id, "t": type, "p": payload as text, "m": metadata as text, "c": causation id,
--                 "r": correlation id, "a": {name: value} if they were chosen when it was scheduled}, …]
-- p_conditions: [{"type", "attrs": {name: value}}] or null
--
-- Messages whose ids are in the log already are answered with their positions, before the guard is checked. So a
-- client that lost an answer can send its append again. Positions are taken last: readers wait for an append from
-- then on, so it must not wait for locks any more.
--
-- `due`: scheduled messages wait to be appended (append_due).
create function log.append(p_messages jsonb, p_conditions jsonb, p_last bigint)
returns table (positions bigint[], last_position bigint, due boolean)
language plpgsql security definer
set search_path = log, pg_temp set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
#variable_conflict use_column
declare
    v_ids uuid[];       -- of all messages
    v_known jsonb;      -- id -> position
    v_new record;
    v_kinds integer[];
    v_stored jsonb;
begin
    if jsonb_array_length(p_messages) = 0 then
        return query select '{}'::bigint[], _safe_position(), _anything_due();
        return;
    end if;
    select array_agg((x.message ->> 'i')::uuid order by x.place) into v_ids
      from jsonb_array_elements(p_messages) with ordinality x(message, place);
    select coalesce(jsonb_object_agg(m.id, m.position), '{}') into v_known from messages m where m.id = any(v_ids);
    select * into v_new from _new_messages(p_messages, v_ids, v_known);
    if v_new.places is not null then
        -- Also without a guard: an append that does not see every shape would not lock the values that others guard.
        perform _require_fresh_looks();
        perform _lock_values(v_new.types, v_new.attributes, p_conditions);
        if p_conditions is not null then
            perform _check_guard(p_conditions, p_last, array(select v_ids[p] from unnest(v_new.places) p));
        end if;
        v_kinds := _kind_ids(v_new.types, v_new.attributes, v_new.names_keys);
        perform _mark_append();
        begin
            with item as materialized (
                select nextval('log.positions') as position, s.*
                  from (select p_messages -> (u.place - 1) as message, v_ids[u.place] as id, u.kind_id, u.attrs
                          from unnest(v_new.places, v_kinds, v_new.attributes) u(place, kind_id, attrs)
                         order by u.place) s),
            stored as (
                insert into messages (position, id, kind_id, payload, metadata, causation_id, correlation_id, created_at)
                select i.position, i.id, i.kind_id, (i.message ->> 'p')::json,
                       (i.message ->> 'm')::json, (i.message ->> 'c')::uuid, (i.message ->> 'r')::uuid, queen.now()
                  from item i),
            keyed as (
                insert into message_keys (key, kind_id, position)
                select '00000000-0000-0000-0000-000000000000', i.kind_id, i.position from item i
                 union all
                select _attribute_key(a.key, a.value), i.kind_id, i.position from item i cross join jsonb_each_text(i.attrs) a)
            select jsonb_object_agg(i.id, i.position) into v_stored from item i;
        exception when unique_violation then
            -- Another session appended one of these ids just now: the statement starts again and finds it.
            raise exception 'the same messages are being appended' using errcode = 'serialization_failure';
        end;
        v_known := v_known || v_stored;
    end if;
    return query
    select array_agg((v_known ->> u.id::text)::bigint order by u.place), max((v_known ->> u.id::text)::bigint),
           exists (select from scheduled s where s.due_at <= queen.now())
      from unnest(v_ids) with ordinality u(id, place);
end $$;
