-- One batch of scheduled messages, with its messages from the one at place p_from on, counted from 0: at most p_limit
-- of them and p_max_bytes, but one always fits. `more`: others follow. Raises RG041 if there is no such batch.
create function log.read_scheduled(p_id bigint, p_from integer, p_limit integer, p_max_bytes bigint)
returns table (
    schedule_id bigint, at timestamptz, scheduled_at timestamptz, message_count integer, types text[], messages json,
    more boolean)
language plpgsql stable security definer set search_path = log, pg_temp as $$
#variable_conflict use_column
declare
    v_batch scheduled;
begin
    select s.* into v_batch from scheduled s where s.id = p_id;
    if not found then
        perform _unknown_schedule(p_id);
    end if;
    return query
    with found as (
        select x.message, x.place, row_number() over w as nth,
               sum(400 + octet_length(x.message ->> 'p') + coalesce(octet_length(x.message ->> 'm'), 0)) over w as bytes
          from jsonb_array_elements(v_batch.messages) with ordinality x(message, place)
         where x.place > p_from
        window w as (order by x.place)),
    shown as (
        select * from found f where f.nth <= p_limit and (f.nth = 1 or f.bytes <= p_max_bytes))
    select v_batch.id, v_batch.due_at, v_batch.scheduled_at, v_batch.message_count, v_batch.types,
           coalesce(json_agg(json_build_object(
               'id', s.message ->> 'i', 'type', s.message ->> 't', 'payload', (s.message ->> 'p')::json,
               'metadata', (s.message ->> 'm')::json, 'causationId', s.message ->> 'c',
               'correlationId', s.message ->> 'r') order by s.place), '[]'),
           p_from + count(*) < v_batch.message_count
      from shown s;
end $$;
