-- Appends messages, all or none, and none when the guard is broken: when a message that matches one of its conditions
-- stands after p_last.
--
-- p_messages:   [{"i": id, "t": type, "p": payload as text, "m": metadata as text, "c": causation id,
--                 "r": correlation id}, …]
-- p_conditions: [{"type", "attrs": {name: value}}] or null
--
-- Messages that are there already, by their ids, are answered with their positions, before the guard is looked at: a
-- lost answer can be asked for again. Positions are taken last, so that nobody waits for a lock while readers wait for him.
create function log.append(p_messages jsonb, p_conditions jsonb, p_last bigint)
returns table (positions bigint[], last_position bigint)
language plpgsql security definer
set search_path = log, pg_temp set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
#variable_conflict use_column
declare
    v_known jsonb;      -- id -> position
    v_places bigint[];  -- of those that are new
    v_types text[];
    v_attributes jsonb[];
    v_conflicts bigint[];
    v_stored jsonb;
begin
    if jsonb_array_length(p_messages) = 0 then
        return query select '{}'::bigint[], _safe_position();
        return;
    end if;
    select coalesce(jsonb_object_agg(m.id, m.position), '{}') into v_known
      from jsonb_array_elements(p_messages) x join messages m on m.id = (x ->> 'i')::uuid;
    select array_agg(x.place order by x.place), array_agg(x.message ->> 't' order by x.place),
           array_agg(_counted(x.message ->> 't', _scalars((x.message ->> 'p')::jsonb)) order by x.place)
      into v_places, v_types, v_attributes
      from jsonb_array_elements(p_messages) with ordinality x(message, place)
     where not v_known ? (x.message ->> 'i');
    if v_places is not null then
        perform _lock_values(v_types, v_attributes, p_conditions);
        if p_conditions is not null then
            -- A statement of its own, after the locks: it sees what was committed while it waited for them.
            v_conflicts := _merge(_condition_streams(p_conditions), p_last, 9223372036854775807, 100);
            if cardinality(v_conflicts) > 0 then
                raise exception 'a message that the guard excludes was appended at position %; read again and decide anew',
                    v_conflicts[1] using errcode = 'RG030', detail = jsonb_build_object(
                        'conflicts', v_conflicts, 'lastPosition', p_last)::text;
            end if;
        end if;
        insert into kinds (type, names)
        select distinct m.type, _names(m.attrs) from unnest(v_types, v_attributes) m(type, attrs)
         where not exists (select from kinds k where k.type = m.type and k.names = _names(m.attrs))
        on conflict do nothing;
        perform _mark_append();
        begin
            with item as materialized (
                select nextval('log.positions') as position, s.*
                  from (select x.message, u.attrs, k.id as kind_id
                          from unnest(v_places, v_types, v_attributes) u(place, type, attrs)
                          join jsonb_array_elements(p_messages) with ordinality x(message, place) on x.place = u.place
                          join kinds k on k.type = u.type and k.names = _names(u.attrs)
                         order by u.place) s),
            stored as (
                insert into messages (position, id, kind_id, payload, metadata, causation_id, correlation_id, created_at)
                select i.position, (i.message ->> 'i')::uuid, i.kind_id, (i.message ->> 'p')::json,
                       (i.message ->> 'm')::json, (i.message ->> 'c')::uuid, (i.message ->> 'r')::uuid, queen.now()
                  from item i),
            keyed as (
                insert into message_keys (key, kind_id, position)
                select '00000000-0000-0000-0000-000000000000', i.kind_id, i.position from item i
                 union all
                select _key(a.key, a.value), i.kind_id, i.position from item i cross join jsonb_each_text(i.attrs) a)
            select jsonb_object_agg(i.message ->> 'i', i.position) into v_stored from item i;
        exception when unique_violation then
            -- Somebody appended one of these ids just now: again, from the start, where it is known.
            raise exception 'the same messages are being appended' using errcode = 'serialization_failure';
        end;
        v_known := v_known || v_stored;
    end if;
    return query
    select array_agg((v_known ->> (x.message ->> 'i'))::bigint order by x.place),
           max((v_known ->> (x.message ->> 'i'))::bigint)
      from jsonb_array_elements(p_messages) with ordinality x(message, place);
end $$;
