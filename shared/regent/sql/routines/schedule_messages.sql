-- Keeps messages (as append takes them) until they are due. What append would refuse for its form is refused now: then
-- there would be nobody to tell.
create function log.schedule_messages(p_messages jsonb, p_at timestamptz) returns bigint
language plpgsql security definer set search_path = log, pg_temp as $$
declare
    v_id bigint;
begin
    perform (x ->> 'c')::uuid, (x ->> 'r')::uuid, (x ->> 'm')::json from jsonb_array_elements(p_messages) x;
    perform _make_kinds(n.types, n.attributes)
       from (select array_agg((x.message ->> 'i')::uuid order by x.place) as ids
               from jsonb_array_elements(p_messages) with ordinality x(message, place)) i
      cross join lateral _new_messages(p_messages, i.ids, '{}') n;
    insert into scheduled (due_at, messages) values (p_at, p_messages) returning id into v_id;
    return v_id;
end $$;
