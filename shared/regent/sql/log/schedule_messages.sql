-- Keeps messages (in the form that append takes) until they are due. Returns the id of the batch.
--
-- Raises now what append would raise for their form. When they are due, no client would hear of it, and append_due
-- would fail at them for ever. So it also chooses now which of their attributes count, and keeps these beside each
-- message ("a"): if the type's declaration changes meanwhile, a message could otherwise have too many.
create function log.schedule_messages(p_messages jsonb, p_at timestamptz) returns bigint
language plpgsql security definer set search_path = log, pg_temp as $$
declare
    v_new record;
    v_id bigint;
begin
    perform (x ->> 'c')::uuid, (x ->> 'r')::uuid, (x ->> 'm')::json from jsonb_array_elements(p_messages) x;
    select n.* into v_new
      from (select array_agg((x.message ->> 'i')::uuid order by x.place) as ids
              from jsonb_array_elements(p_messages) with ordinality x(message, place)) i
     cross join lateral _new_messages(p_messages, i.ids, '{}') n;
    perform _make_kinds(v_new.types, v_new.attributes);
    insert into scheduled (due_at, messages, scheduled_at, message_count, types)
    select p_at, jsonb_agg(p_messages -> (n.place - 1) || jsonb_build_object('a', n.attributes) order by n.place),
           queen.now(), count(*), array(select distinct t.type from unnest(v_new.types) t(type) order by t.type limit 10)
      from unnest(v_new.places, v_new.attributes) n(place, attributes)
    returning id into v_id;
    return v_id;
end $$;
