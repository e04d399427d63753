-- What requests over HTTP asked for on the days (UTC) of p_from to p_to, by 'queue' or by 'group', those with most
-- requests first: p_rows of them, and all together. Without p_from it begins with the month of p_to. `counted_since`:
-- nothing was counted before. `kept`: messages that a queue has stored, as the reclaim counted them last.
-- message_bytes: what these take, with their indexes. The name '' is that of requests of no queue or group.
create function queen.read_usage(p_from timestamptz, p_to timestamptz, p_by text, p_rows integer)
returns table ("from" timestamptz, "to" timestamptz, counted_since timestamptz, hours double precision,
               database_bytes bigint, message_bytes bigint, total jsonb, usages jsonb, left_out bigint)
language plpgsql stable security definer set search_path = queen, pg_temp as $$
#variable_conflict use_column
declare
    v_to timestamptz := least(p_to, queen.now());
    v_from timestamptz := date_trunc('day', least(coalesce(p_from, date_trunc('month', v_to, 'UTC')), v_to), 'UTC');
    -- The day of the end is counted to its end, or until now.
    v_end timestamptz := least(date_trunc('day', v_to, 'UTC') + interval '1 day', queen.now());
    v_since timestamptz := (select min(c.since) from request_counts c
                             where c.day = (select min(f.day) from request_counts f));
begin
    return query
    with counted as (
        select case p_by when 'queue' then c.queue else c.consumer_group end as name, sum(c.pushes) as pushes,
               sum(c.pops) as pops, sum(c.empty_pops) as empty_pops, sum(c.acks) as acks, sum(c.others) as others,
               sum(c.pushed) as pushed, sum(c.popped) as popped, sum(c.acked) as acked, sum(c.bytes_in) as bytes_in,
               sum(c.bytes_out) as bytes_out, sum(c.waited_seconds) as waited_seconds
          from request_counts c
         where c.day >= (v_from at time zone 'UTC')::date and c.day at time zone 'UTC' < v_end
         group by 1),
    stored as (
        select q.name, k.total as kept from counted_queues k join queues q on q.id = k.queue_id
         where p_by = 'queue' and k.total > 0),
    told as materialized (
        select name, coalesce(c.pushes, 0) as pushes, coalesce(c.pops, 0) as pops,
               coalesce(c.empty_pops, 0) as empty_pops, coalesce(c.acks, 0) as acks, coalesce(c.others, 0) as others,
               coalesce(c.pushed, 0) as pushed, coalesce(c.popped, 0) as popped, coalesce(c.acked, 0) as acked,
               coalesce(c.bytes_in, 0) as bytes_in, coalesce(c.bytes_out, 0) as bytes_out,
               coalesce(c.waited_seconds, 0) as waited_seconds, coalesce(s.kept, 0) as kept
          from counted c full join stored s using (name)),
    shown as (
        select * from told t
         order by t.pushes + t.pops + t.empty_pops + t.acks + t.others desc, t.kept desc, t.name limit p_rows)
    select v_from, v_end, v_since,
           case when v_since < v_end
                then extract(epoch from v_end - greatest(v_from, v_since)) / 3600 else 0 end::double precision,
           pg_database_size(current_database()), pg_total_relation_size('queen.messages'),
           (select to_jsonb(a) from (
               select coalesce(sum(t.pushes), 0) as pushes, coalesce(sum(t.pops), 0) as pops,
                      coalesce(sum(t.empty_pops), 0) as empty_pops, coalesce(sum(t.acks), 0) as acks,
                      coalesce(sum(t.others), 0) as others, coalesce(sum(t.pushed), 0) as pushed,
                      coalesce(sum(t.popped), 0) as popped, coalesce(sum(t.acked), 0) as acked,
                      coalesce(sum(t.bytes_in), 0) as bytes_in, coalesce(sum(t.bytes_out), 0) as bytes_out,
                      coalesce(sum(t.waited_seconds), 0) as waited_seconds, coalesce(sum(t.kept), 0) as kept
                 from told t) a),
           coalesce((select jsonb_agg(to_jsonb(s)) from shown s), '[]'),
           (select greatest(0, count(*) - p_rows) from told t);
end $$;
